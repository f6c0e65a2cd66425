"use strict";
(() => {
  const root = document.documentElement;
  const $ = (id) => document.getElementById(id);
  window.addEventListener("error", (event) => { root.dataset.fault = event.message; });

  const data = JSON.parse($("moments").textContent);
  const moments = data.moments;
  const end = moments.length - 1;
  // The table at every moment: the changes applied to the previous one.
  let table = [];
  for (const moment of moments) {
    const next = table.slice(0, moment.count);
    const changed = moment.rows || [];
    for (let i = 0; i < changed.length; i += 2) next[changed[i]] = changed[i + 1];
    moment.table = table = next;
  }
  const lines = [...document.querySelectorAll("#log [data-at]")];
  for (const line of lines) line.at = Number(line.dataset.at);
  const first = moments[0].round;
  const lastRound = moments.findLast((moment) => !moment.over || moment === moments[0]).round;
  // The sides, each with the number of its colour.
  const sides = [...new Set(data.rows.map((one) => one.side))];

  const SPEEDS = [2000, 1000, 500, 250, 125, 60];
  let speed = 1, at = 0, typed = "", timer = null;

  const roundStart = (round) => {
    if (round <= first) return 0;
    const found = moments.findIndex((moment) => moment.round >= round);
    return found < 0 ? end : found;
  };
  const position = () => "r" + moments[at].round + "." + (at - roundStart(moments[at].round));
  const when = (moment) => moment.over ? "After the fight" :
    moment.round ? "Round " + moment.round : "Before the first round";
  const wordsAt = (there) => {
    const here = lines.filter((line) => line.at === there).map((line) => line.textContent);
    return here.join(". ") || moments[there].label || (there ? "" : "The start");
  };
  const words = () => wordsAt(at);

  const made = (name, text, kind) => {
    const element = document.createElement(name);
    if (text) element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };
  const row = (place) => {
    const one = data.rows[place];
    const line = made("tr", "", (one.out ? "out " : "") + (one.acts ? "acts" : ""));
    const name = made("th", one.name);
    name.scope = "row";
    if (one.acts) name.append(made("span", " to act", "turn"));
    const fares = made("td");
    if (one.left !== undefined && !one.out) {
      const bar = made("span", "", one.left <= 25 ? "bar low" : one.left <= 50 ? "bar hurt" : "bar");
      bar.setAttribute("aria-hidden", "true");
      const left = made("span");
      left.style.width = one.left + "%";
      bar.append(left);
      fares.append(bar);
    }
    fares.append(one.fares);
    line.append(name, made("td", one.side, "side s" + sides.indexOf(one.side) % 6), fares);
    line.append(made("td", (one.conditions || []).join(", ")));
    return line;
  };

  // The track: the rounds above it, the marks below it, each a place to click. What would overlap is left out, the
  // less important first.
  const spot = (line, there, text, kind, title, taken, room) => {
    const share = end ? there / end : 0;
    if (taken.some((other) => Math.abs(other - share) * $("line").clientWidth < room)) return;
    taken.push(share);
    const mark = made("span", text, kind);
    mark.style.left = `calc(var(--thumb) / 2 + (100% - var(--thumb)) * ${share})`;
    mark.dataset.at = there;
    mark.title = title;
    $(line).append(mark);
  };
  const drawTrack = () => {
    for (const line of ["rounds", "marks"]) $(line).replaceChildren();
    const taken = [];
    moments.forEach((moment, there) => {
      if (there && when(moments[there - 1]) === when(moment)) return;
      const sign = there ? moment.over ? "end" : String(moment.round) : "start";
      spot("rounds", there, sign, sign, when(moment), taken, 32);
    });
    const marked = [];
    for (const kind of ["fallen", "morale broken", "critical hit", "spell"]) {
      moments.forEach((moment, there) => {
        const is = moment.mark === kind;
        if (is) spot("marks", there, kind[0].toUpperCase(), kind, kind + ": " + wordsAt(there), marked, 11);
      });
    }
  };

  const show = (to, quiet) => {
    at = Math.max(0, Math.min(end, to));
    const moment = moments[at];
    const phase = data.phases[moment.phase];
    $("when").textContent = when(moment) + (phase ? " · " + phase : "") + " · act " + at + " of " + end;
    document.querySelector("#table tbody").replaceChildren(...moment.table.map(row));
    let current = null;
    for (const line of lines) {
      line.classList.toggle("later", line.at > at);
      line.removeAttribute("aria-current");
      if (line.at === at && line.tagName === "LI") current = line;
    }
    if (current) current.setAttribute("aria-current", "step");
    const shown = lines.filter((line) => line.at <= at).pop();
    if (shown) $("log").scrollTop = Math.max(0, shown.offsetTop + shown.offsetHeight - $("log").clientHeight);
    const text = words();
    const track = $("track");
    track.value = at;
    track.setAttribute("aria-valuetext", when(moment) + (text ? ", " + text : ""));
    $("said").setAttribute("aria-live", timer || quiet ? "off" : "polite");
    $("said").textContent = text + (moment.mark ? " (" + moment.mark + ")" : "");
    for (const name of ["first", "roundBack", "back"]) dim(name, at === 0);
    for (const name of ["on", "roundOn", "last"]) dim(name, at === end);
    root.dataset.moment = position();
    if (!timer) keep();
  };
  const dim = (name, no) => document.querySelector(`[data-does=${name}]`).setAttribute("aria-disabled", String(no));
  // The position in the URL, so that a link leads to the moment.
  const keep = () => {
    try {
      if (location.hash !== "#" + position()) history.replaceState(null, "", "#" + position());
    } catch { /* Even if the URL may not be changed, the moment is shown. */ }
  };
  const follow = () => {
    const found = /^#r(\d{1,6})(?:\.(\d{1,6}))?$/.exec(location.hash);
    if (found) show(roundStart(Number(found[1])) + Number(found[2] || 0));
    return Boolean(found);
  };

  const stop = () => {
    clearInterval(timer);
    timer = null;
    $("play").textContent = "Play";
  };
  const beat = () => {
    if (at < end) show(at + 1);
    if (at === end) { stop(); keep(); }
  };
  const start = () => {
    clearInterval(timer);
    timer = setInterval(beat, SPEEDS[speed]);
    $("play").textContent = "Stop";
  };
  const say = (text) => { $("said").setAttribute("aria-live", "polite"); $("said").textContent = text; };
  const faster = (by) => {
    speed = Math.max(0, Math.min(SPEEDS.length - 1, speed + by));
    if (timer) start();
    say(SPEEDS[speed] / 1000 + " seconds per act");
  };
  const does = {
    first: () => show(0),
    last: () => show(end),
    back: () => show(at - 1),
    on: () => show(at + 1),
    roundBack: () => show(Math.min(at, roundStart(moments[Math.max(0, at - 1)].round))),
    roundOn: () => show(roundStart(moments[at].round + 1)),
    play: () => {
      if (timer) { stop(); keep(); return; }
      start();
      if (at === end) show(0);
    },
  };
  const toRound = () => {
    const round = Number(typed);
    typed = "";
    show(roundStart(round));
    if (round > lastRound) say("Round " + round + " has not been played; this is the end (round " + lastRound + ")");
  };
  const retype = (text) => {
    typed = text;
    say(typed ? "Go to round " + typed : words());
  };

  const keys = {
    ArrowLeft: does.back, ArrowRight: does.on, Home: does.first, End: does.last,
    "[": does.roundBack, "]": does.roundOn, " ": does.play,
    "+": () => faster(1), "-": () => faster(-1),
    "?": () => {
      $("keys").open = !$("keys").open;
      if ($("keys").open) document.querySelector("#keys summary").focus();
    },
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const on = event.target.closest ? event.target.closest("button, summary, a, input, [tabindex]") : null;
    // The focused element handles these keys itself.
    const presses = on && on.matches("button, summary, a") && (event.key === " " || event.key === "Enter");
    const moves = on && (on.matches("input") || on.matches(".wide") && on.scrollWidth > on.clientWidth);
    const slides = moves && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key);
    const enters = event.key === "Enter" && typed;
    if ((presses && !enters) || slides) return;
    if (/^[0-9]$/.test(event.key)) retype((typed + event.key).slice(0, 6));
    else if (enters) toRound();
    else if (event.key === "Backspace" && typed) retype(typed.slice(0, -1));
    else if (event.key === "Escape" && typed) retype("");
    else if (Object.hasOwn(keys, event.key)) keys[event.key]();
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-does]");
    if (button && button.getAttribute("aria-disabled") !== "true") does[button.dataset.does]();
    const there = event.target.closest("[data-at]");
    if (there && getSelection().isCollapsed) show(Number(there.dataset.at));
  });
  $("track").addEventListener("input", () => show(Number($("track").value)));
  window.addEventListener("hashchange", follow);
  window.addEventListener("resize", drawTrack);
  // Print the report in full.
  let wasOpen = false;
  window.addEventListener("beforeprint", () => { wasOpen = $("report").open; $("report").open = true; });
  window.addEventListener("afterprint", () => { $("report").open = wasOpen; });

  root.classList.add("replays");
  $("track").max = end;
  $("report").open = false;
  $("player").hidden = false;
  drawTrack();
  if (!follow()) show(end, true);
})();
