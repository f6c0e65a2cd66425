(() => {
  const { at, say, made } = page;
  const base = location.pathname.replace(/\/$/, "");
  const place = `wardrum${base}`;
  const LAST = 6, SILENCE = 35000;
  const none = { seat: null, characters: [], asks: [], waits: [], lines: [] };
  // Where nothing can be stored, a seat lasts until the page is closed.
  const stored = (does) => { try { return does(localStorage); } catch { return null; } };
  let token = stored((all) => all.getItem(place));
  const keep = (given) => {
    token = given;
    stored((all) => (given ? all.setItem(place, given) : all.removeItem(place)));
  };
  let mine = none, posting = false, earlier = false;
  const opened = new Set();
  const button = (text, kind, does) => {
    const one = made("button", kind, text);
    one.type = "button";
    one.addEventListener("click", does);
    return one;
  };
  const hide = (id, hidden) => { if (at(id).hidden !== hidden) at(id).hidden = hidden; };
  const proof = () => (token ? { "X-Wardrum-Seat": token } : {});

  // Posts, one at a time; says why where it is refused.
  const post = async (what, body) => {
    if (posting) return null;
    posting = true;
    at("phone").classList.add("posting");
    say("told", "");
    try {
      const headers = { "Content-Type": "application/json", ...proof() };
      const sent = { method: "POST", headers, body: JSON.stringify(body), referrerPolicy: "same-origin" };
      const answer = await fetch(`${base}/${what}`, sent);
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text);
      say("told", text.trim());
    } catch {
      say("told", "That was not sent. Try again.");
    } finally {
      posting = false;
      at("phone").classList.remove("posting");
    }
    return null;
  };

  // Seats.
  const choose = async (who) => {
    const given = await post("seat", { who });
    if (!given) return;
    keep(given.token || null);
    show(none);
    listen();
  };
  const characterOf = (one) => {
    const choice = button(one.name, "", () => choose(one.who));
    if (one.taken) {
      choice.disabled = true;
      choice.append(made("small", "", " taken"));
    }
    return choice;
  };
  const showSeat = ({ seat, characters }) => {
    const state = seat ? seat.state : "";
    const strip = { asking: ["", seat?.name, " – waiting for the referee …"], seated: ["You are ", seat?.name, ""] }[state];
    const words = strip ? strip.join("") : state ? "The referee has given your seat away." : "";
    if (at("strip").textContent !== words) {
      at("strip").replaceChildren(...(strip ? [strip[0], made("b", "", strip[1]), strip[2]] : [words]));
    }
    at("strip").className = state;
    const list = JSON.stringify(characters);
    if (at("characters").dataset.list !== list) {
      at("characters").dataset.list = list;
      at("characters").replaceChildren(...characters.map(characterOf));
    }
    hide("choose", !characters.length);
    hide("leaving", state !== "asking" && state !== "seated");
    say("leave", state === "asking" ? "choose someone else" : "leave this seat");
    document.body.classList.toggle("seated", state === "seated");
  };

  // Asks. What is tapped of the one shown: whole dice, and the first digit of one with two.
  let tapped = { ask: "", faces: [], tens: null };
  const diceOf = (ask) => (ask.wanted.dice || []).flatMap((die) => Array(die.count).fill(die.sides));
  const answer = (ask, given) => post("answer", { ask: ask.ask, ...given });
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const columns = (count) => ({ 2: 2, 3: 3, 4: 4, 6: 3, 8: 4, 12: 4 })[count] || 5;
  const padOf = (faces, label, does) => {
    const pad = faces.map((face) => button(label(face), "face", () => does(face)));
    at("pad").className = "faces";
    at("pad").style.setProperty("--columns", columns(faces.length));
    return pad;
  };
  const numberOf = (least, most, does) => {
    at("pad").className = "";
    const field = made("input");
    Object.assign(field, { type: "number", inputMode: "numeric", min: least, max: most, step: 1, required: true });
    field.placeholder = `${least}–${most}`;
    field.setAttribute("aria-label", `From ${least} to ${most}`);
    const step = (by) => () => {
      const value = field.value === "" ? (by > 0 ? least : most) : Number(field.value) + by;
      field.value = Math.min(most, Math.max(least, value));
    };
    const [less, more] = [button("−", "step", step(-1)), button("+", "step", step(1))];
    less.setAttribute("aria-label", "One less");
    more.setAttribute("aria-label", "One more");
    const form = made("form", "number", "", less, field, more, made("button", "send", "send"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      does(Number(field.value));
    });
    return [form];
  };
  const tap = (ask, face) => {
    tapped.faces.push(face);
    tapped.tens = null;
    if (tapped.faces.length < diceOf(ask).length) showPad(ask);
    else {
      answer(ask, { faces: tapped.faces }).then((sent) => {
        if (sent) return;
        tapped.faces.pop();
        showPad(ask);
      });
    }
  };
  const padsOf = (ask, sides) => {
    if (sides === 100 && tapped.tens === null) {
      return padOf(range(0, 9), (ten) => `${ten}0`, (ten) => { tapped.tens = 10 * ten; showPad(ask); });
    }
    if (sides === 100) return padOf(range(0, 9), String, (one) => tap(ask, tapped.tens + one || 100));
    if (sides > 20) return numberOf(1, sides, (face) => tap(ask, face));
    return padOf(range(1, sides), String, (face) => tap(ask, face));
  };
  const showPad = (ask) => {
    const dice = diceOf(ask), { faces, tens } = tapped, next = faces.length;
    const { total } = ask.wanted;
    const shown = [...faces.map(String), ...(tens === null ? [] : [`${tens / 10}_`])].join(" ");
    const count = dice.length > 1 ? `Die ${next + 1} of ${dice.length}: d${dice[next]}` : "";
    const digit = dice[next] === 100 ? (tens === null ? "the tens of the d100" : "the ones of the d100") : "";
    const told = [count, digit].filter(Boolean).join(", ");
    at("tapped").replaceChildren(...(told || shown ? [made("span", "", told), " ", made("b", "", shown)] : []));
    at("pad").setAttribute("aria-label", total ? "The total" : `What the d${dice[next]} shows`);
    at("pad").replaceChildren(
      ...(total ? numberOf(total.least, total.most, (total) => answer(ask, { total })) : padsOf(ask, dice[next])));
    hide("untap", !shown);
  };
  const showAsk = (ask) => {
    const told = ask ? JSON.stringify(ask) : "";
    if (at("ask").dataset.told === told) return;
    at("ask").dataset.told = told;
    document.title = ask ? ask.title : "The fight";
    if (!ask) return hide("ask", true);
    say("told", "");
    if (tapped.ask !== ask.ask) tapped = { ask: ask.ask, faces: [], tens: null };
    hide("ask", false);
    say("who-rolls", ask.title);
    say("what-for", ask.text);
    say("needs", ask.needs ? `needs ${ask.needs}` : "");
    hide("machine", !ask.may_roll);
    showPad(ask);
    scrollTo(0, 0);
    navigator.vibrate?.(100);
  };
  const givenOf = ({ sent }) =>
    sent === "roll" ? "the machine rolls" : sent.faces ? sent.faces.join(" ") : String(sent.total);
  const sentOf = (ask) => {
    const back = button("take back", "", () => answer(ask, { back: true }));
    back.setAttribute("aria-label", `Take back: ${ask.title}, ${givenOf(ask)}`);
    const what = made("span", "", "", made("b", "", givenOf(ask)), ` sent – ${ask.title}, ${ask.text}`);
    return made("p", "", "", what, back);
  };
  const showAsks = (asks) => {
    const sent = asks.filter((ask) => ask.sent);
    const list = JSON.stringify(sent);
    if (at("sent").dataset.list !== list) {
      at("sent").dataset.list = list;
      at("sent").replaceChildren(...sent.map(sentOf));
    }
    showAsk(asks.find((ask) => !ask.sent));
  };
  at("untap").addEventListener("click", () => {
    const ask = mine.asks.find((ask) => !ask.sent);
    if (tapped.tens !== null) tapped.tens = null;
    else tapped.faces.pop();
    if (ask) showPad(ask);
  });
  at("machine").addEventListener("click", () => {
    const ask = mine.asks.find((ask) => !ask.sent);
    if (ask) answer(ask, { roll: true });
  });

  // The lines of the log, and what is said about them.
  const wordsOf = (says) =>
    says.text || at("chips").content.querySelector(`[data-chip="${says.chip}"]`)?.textContent || says.chip;
  const outcomeOf = ({ says, settled }) => {
    const word = settled === "accepted" ? "accepted" : settled ? `no: ${settled.declined}` : "the referee is asked";
    return made("p", settled === "accepted" ? "said yes" : settled ? "said no" : "said", `${wordsOf(says)} – ${word}`);
  };
  const chipsOf = (line) => {
    const chips = at("chips").content.firstElementChild.cloneNode(true);
    const says = async (what) => {
      if (!(await post("wait", { line, ...what }))) return;
      opened.delete(line);
      showLines(mine);
    };
    for (const chip of chips.querySelectorAll("[data-chip]")) {
      chip.addEventListener("click", () => says({ chip: chip.dataset.chip }));
    }
    const form = chips.querySelector("form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = form.querySelector("input").value.trim();
      if (text) says({ text });
    });
    return chips;
  };
  const lineOf = ([line, text], wait) => {
    const row = made("li", "", "", made("span", "line", text));
    const open = opened.has(line);
    if (!wait || wait.settled) {
      const more = button(open ? "never mind" : "wait!", "wait", () => {
        if (open) opened.delete(line);
        else opened.add(line);
        showLines(mine);
      });
      more.setAttribute("aria-expanded", String(open));
      more.setAttribute("aria-label", `${more.textContent} ${text}`);
      row.append(more);
    }
    if (wait) row.append(outcomeOf(wait));
    if (open) row.append(chipsOf(line));
    return row;
  };
  const showLines = ({ seat, lines, waits }) => {
    const seated = seat?.state === "seated";
    hide("lines", !seated || !lines.length);
    hide("earlier", earlier || lines.length <= LAST);
    const shown = earlier ? lines : lines.slice(-LAST);
    const old = new Map([...at("log").children].map((row) => [row.dataset.told, row]));
    // What has not changed stays as it is, with what is being typed into it.
    const rows = shown.map((line) => {
      const wait = waits.findLast((wait) => wait.line === line[0]);
      const told = JSON.stringify([line, wait, opened.has(line[0])]);
      const row = old.get(told) || lineOf(line, wait);
      row.dataset.told = told;
      return row;
    });
    // A screen reader reads what is added, so what stays is left in place.
    for (const row of old.values()) if (!rows.includes(row)) row.remove();
    rows.forEach((row, place) => {
      const there = at("log").children[place];
      if (there !== row) at("log").insertBefore(row, there || null);
    });
  };
  at("earlier").addEventListener("click", () => { earlier = true; showLines(mine); });
  at("leave").addEventListener("click", () => choose(null));

  const show = (news) => {
    mine = news;
    if (mine.seat?.state === "sent-away") keep(null);
    hide("phone", false);
    showSeat(mine);
    showAsks(mine.asks);
    showLines(mine);
  };

  // The news of this seat. The browser's own event source cannot send a token.
  let stream = null, heard = 0;
  const read = async (answer) => {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard = Date.now();
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const line of parts.flatMap((part) => part.split("\n"))) {
        if (line.startsWith("data: ")) show(JSON.parse(line.slice(6)));
      }
    }
  };
  const listen = async () => {
    stream?.abort();
    const here = (stream = new AbortController());
    heard = Date.now();
    try {
      const answer = await fetch(`${base}/mine`, { headers: proof(), cache: "no-store", signal: here.signal });
      if (answer.status === 401 && here === stream) {
        keep(null);
        show(none);
      } else if (answer.ok) await read(answer);
    } catch { /* It is tried again. */ }
    if (here === stream) setTimeout(() => { if (here === stream) listen(); }, 1000);
  };
  const awake = () => { if (!document.hidden && Date.now() - heard > SILENCE) listen(); };
  setInterval(awake, 5000);
  for (const wakes of ["visibilitychange", "online", "pageshow"]) addEventListener(wakes, awake);
  at("choose").open = matchMedia("(max-width: 59.99rem)").matches;
  listen();
})();
