"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const say = (id, text) => { if (at(id).textContent !== text) at(id).textContent = text; };
  const part = (row, kind, text) => {
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = text;
    row.append(span, " ");
  };
  const rowOf = (seen, one) => {
    const row = document.createElement("li");
    row.className = `s${one.side % 6} ${one.fares}`;
    if (one.acts) row.setAttribute("aria-current", "true");
    part(row, "name", one.name);
    part(row, "side", seen.sides[one.side] || "");
    part(row, "health", one.health);
    if (one.hp) {
      const meter = document.createElement("meter");
      meter.min = 0;
      meter.max = one.hp[1];
      meter.value = Math.max(0, one.hp[0]);
      meter.setAttribute("aria-hidden", "true");
      row.append(meter, " ");
    }
    if (one.conditions.length) part(row, "conditions", one.conditions.join(", "));
    return row;
  };
  const show = (shown) => {
    const seen = shown.seen || { when: "", clock: "", phase: "", turn: "", sides: [], rows: [] };
    say("when", seen.when);
    say("phase", seen.phase);
    say("clock", seen.clock);
    say("turn", seen.turn && `${seen.turn} to act`);
    say("word", shown.word || "");
    at("rows").replaceChildren(...seen.rows.map((one) => rowOf(seen, one)));
    const acting = at("rows").querySelector("[aria-current]");
    if (acting) acting.scrollIntoView({ block: "nearest" });
  };
  const events = () => {
    const source = new EventSource(`${location.pathname.replace(/\/$/, "")}/events`);
    source.onmessage = (event) => show(JSON.parse(event.data));
    source.onerror = () => {
      say("word", "Connection lost. Reconnecting …");
      // A browser gives up after some answers; this page does not.
      if (source.readyState === EventSource.CLOSED) setTimeout(events, 3000);
    };
  };
  events();
})();
