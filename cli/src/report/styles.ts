/** The report's styles: one set of names, with colours for light and for dark. */
export const styles = `:root {
  color-scheme: light dark;
  --paper: #ffffff; --card: #f6f5f2; --text: #1f2328; --quiet: #4f565e; --rule: #d5d3cd; --wall: #b9b6ad;
  --good: #1a6b3c; --short: #8a4b00; --bad: #a3171e; --figure: #a3171e;
  --a0: #0072b2; --a1: #c14f00; --a2: #007d5b; --a3: #a8437f; --a4: #946200; --a5: #2a7fb8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1d2125; --text: #e8e6e1; --quiet: #b0b4b9; --rule: #3a4047; --wall: #5a6068;
    --good: #6fcf97; --short: #f2b35e; --bad: #ff8a8a; --figure: #ff8a8a;
    --a0: #62b6f0; --a1: #ff8f4d; --a2: #3fcf9f; --a3: #ec9ccb; --a4: #f0bb3f; --a5: #9ad6f7;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 8px; }
h2 { font-size: 16px; margin: 0 0 8px; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; }
h2 span { font-weight: 400; }
.note { color: var(--quiet); font-size: 13px; max-width: 80ch; }
.wide { overflow-x: auto; border: 1px solid var(--rule); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 14px; }
th, td { padding: 5px 10px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--quiet); font-weight: 500; background: var(--card); }
tbody th { font-weight: 500; position: sticky; left: 0; background: var(--paper); }
.left { text-align: left; }
a { color: inherit; text-underline-offset: 2px; text-decoration-color: var(--quiet); }
.good { color: var(--good); } .short { color: var(--short); } .bad { color: var(--bad); } .plain { color: var(--quiet); }
.cases { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); gap: 16px; margin: 24px 0 16px; }
figure { margin: 0; padding: 14px; background: var(--card); border: 1px solid var(--rule); border-radius: 6px;
  display: flex; flex-direction: column; scroll-margin-top: 12px; }
figcaption { font-size: 13px; color: var(--quiet); margin: 8px 0 4px; }
svg { display: block; width: 100%; }
:where(.cases) svg text { font-size: 19px; fill: var(--quiet); }
.scene { max-height: 340px; margin: auto 0; }
.strip { margin-top: auto; }
.wall { fill: var(--wall); stroke: var(--wall); stroke-width: 2; fill-rule: nonzero; }
.trail { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round; }
.trail.crowd { stroke-width: 1; stroke-opacity: 0.45; }
.start { fill: none; stroke-width: 2.5; }
.goal { fill: none; stroke-width: 2; }
circle.goal { stroke-dasharray: 4 4; }
.time circle { fill: none; stroke: var(--text); stroke-width: 1.5; }
.time text { text-anchor: middle; stroke: var(--card); stroke-width: 4; stroke-linejoin: round; paint-order: stroke; fill: var(--text); }
path.bar { fill: none; stroke: var(--quiet); stroke-width: 2; }
.c0 { stroke: var(--a0); } .c1 { stroke: var(--a1); } .c2 { stroke: var(--a2); }
.c3 { stroke: var(--a3); } .c4 { stroke: var(--a4); } .c5 { stroke: var(--a5); }
.mark.c0 { fill: var(--a0); } .mark.c1 { fill: var(--a1); } .mark.c2 { fill: var(--a2); }
.mark.c3 { fill: var(--a3); } .mark.c4 { fill: var(--a4); } .mark.c5 { fill: var(--a5); }
g.mark { stroke: none; }
.axis { stroke: var(--quiet); stroke-width: 1.5; fill: none; }
.tick { text-anchor: middle; }
.run { fill: var(--a0); fill-opacity: 0.65; stroke: var(--a0); stroke-width: 1.5; }
.run.open { fill: none; }
.median { stroke: var(--text); stroke-width: 3; }
path.figure { stroke: var(--figure); stroke-width: 2.5; stroke-dasharray: 7 4; }
text.figure { fill: var(--figure); }`;
