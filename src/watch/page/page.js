"use strict";
const page = (() => {
  const at = (id) => document.getElementById(id);
  const say = (id, text) => { if (at(id).textContent !== text) at(id).textContent = text; };
  const made = (name, kind, text, ...inside) => {
    const one = document.createElement(name);
    if (kind) one.className = kind;
    if (text) one.textContent = text;
    one.append(...inside);
    return one;
  };
  const meter = ([now, max]) => {
    const one = made("meter");
    one.min = 0;
    one.max = max;
    one.value = Math.max(0, now);
    one.setAttribute("aria-hidden", "true");
    return one;
  };
  const rowOf = (one) => {
    const row = made("div", `row ${one.fares}${one.acts ? " acts" : ""}`, "", made("span", "name", one.name), " ");
    if (one.hp) row.append(meter(one.hp), " ");
    row.append(made("span", "health", one.health));
    if (one.conditions.length) row.append(" ", made("span", "conditions", one.conditions.join(", ")));
    return row;
  };
  const named = (id, name, ...inside) => {
    const one = made(name, "", "", ...inside);
    one.id = id;
    return one;
  };
  const actingOf = (seen) => {
    const all = [named("turn", "p", seen.turn || seen.phase)];
    if (seen.turn) {
      const theirs = seen.rows.filter((one) => one.acts && one.ours);
      all.push(named("does", "p", seen.does), ...theirs.slice(0, 2).map(rowOf));
    } else all[0].className = "wait";
    if (seen.next.length) all.push(named("next", "p", "then ", made("b", "", seen.next.join(" · "))));
    return all;
  };
  const sidesOf = (seen) => {
    const of = (side) => seen.rows.filter((one) => one.side === side);
    const strange = (side) => !of(side).some((one) => one.ours);
    const all = seen.sides.map((_, side) => side).sort((a, b) => strange(a) - strange(b));
    return all.map((side) => made(
      "section", `side s${side % 6}`, "", made("h2", "", seen.sides[side]), ...of(side).map(rowOf)));
  };
  const show = (shown) => {
    const none = { when: "", phase: "", turn: "", does: "", next: [], news: [], sides: [], rows: [] };
    const seen = shown.seen || none;
    say("when", seen.when);
    say("word", shown.word || "");
    at("acting").replaceChildren(...actingOf(seen));
    at("news").replaceChildren(...seen.news.map((line) => made("p", "", line)));
    at("sides").replaceChildren(...sidesOf(seen));
  };
  let source;
  const events = () => {
    source = new EventSource(`${location.pathname.replace(/\/$/, "")}/events`);
    source.onmessage = (event) => show(JSON.parse(event.data));
    source.onerror = () => {
      say("word", "Connection lost. Reconnecting …");
      // A browser gives up after some answers; this page does not.
      if (source.readyState === EventSource.CLOSED) setTimeout(events, 3000);
    };
  };
  // After a sleep a dead connection may look alive.
  let hidden = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (Date.now() - hidden > 20000 && source.readyState !== EventSource.CLOSED) {
      source.close();
      events();
    }
  });
  events();
  return { at, say, made };
})();
