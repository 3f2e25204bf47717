"""The look: the only place with colour codes. One colour always means the same thing.

=========  =========================================  ==================================
tone       means                                      second cue
=========  =========================================  ==================================
column     a column's pool: batch norm                outline down the column
row        a row's pool: layer norm                   outline across the row
pad        padding, and what it distorts              hatching, dashed lines
affine     after γ and β                              solid marker
=========  =========================================  ==================================

Text and lines take JupyterLab's own colours, so that they follow its theme; elsewhere they follow the reader's system.
"""

from normviz.drawing.heat import CSS as HEAT_CSS

COLOURS = {"column": "#0072B2", "row": "#CC79A7", "pad": "#D55E00", "affine": "#009E73"}
# What is drawn as a line must be brighter on black; fills stay as they are, for the text that stands on them.
LINES_IN_THE_DARK = COLOURS | {"column": "#56B4E9"}
PLAIN, PLAIN_IN_THE_DARK = (
    "#1f1f1f",
    "#b9b9b9",
)  # what has no norm: in full white it would outshine the others


def _rgb(colour: str) -> str:
    return ",".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))


_VARIABLES = "".join(
    f"--nv-{tone}:var(--nv-{tone}0);--nv-{tone}-rgb:{_rgb(colour)};" for tone, colour in COLOURS.items()
)


def _lines(colours: dict[str, str], plain: str, tint: float) -> str:
    tones = "".join(f"--nv-{tone}0:{colour};" for tone, colour in colours.items())
    return f"{tones}--nv-plain:{plain};--nv-tint:{tint}"


# On black a tint must be stronger to be seen.
_LIGHT, _DARK = _lines(COLOURS, PLAIN, 1), _lines(LINES_IN_THE_DARK, PLAIN_IN_THE_DARK, 1.7)

CSS = (
    ":root{--nv-ink0:#1f1f1f;--nv-soft0:#5c5c5c;--nv-paper0:#fff;--nv-line0:#bdbdbd;" + _LIGHT + "}"
    "@media(prefers-color-scheme:dark){:root{--nv-ink0:#f2f2f2;--nv-soft0:#b9b9b9;--nv-paper0:#111;--nv-line0:#555;"
    + _DARK
    + "}}"
    # JupyterLab's theme decides, not the reader's system.
    "[data-jp-theme-light]{" + _LIGHT + "}[data-jp-theme-light=false]{" + _DARK + "}"
    ".nv{"
    + _VARIABLES
    + """
--ink:var(--jp-content-font-color1,var(--nv-ink0));--soft:var(--jp-content-font-color2,var(--nv-soft0));
--paper:var(--jp-layout-color0,var(--nv-paper0));--line:var(--jp-border-color1,var(--nv-line0));
color:var(--ink);background:var(--paper);font:0.95em/1.45 var(--jp-content-font-family,system-ui,sans-serif);
container-type:inline-size;width:100%;max-width:72em;padding:.4em 0;overflow-wrap:break-word;
font-variant-numeric:tabular-nums lining-nums}
.nv-view{container-type:inline-size}.nv-view>*{min-width:0}.nv-view .nv{container-type:normal}
.nv *{box-sizing:border-box}
.nv b,.nv .nv-name{unicode-bidi:isolate}
.nv p,.nv ol,.nv ul{margin:.3em 0;max-width:46em}
.nv .nv-panels{display:flex;flex-wrap:wrap;gap:1.1em 2em;align-items:flex-start}
.nv .nv-panel{min-width:0;max-width:100%}
.nv .nv-batch{width:26em;max-width:100%}
.nv .nv-grow{flex:1 1 20em}
.nv .nv-lines>*{flex:1 1 17em}
.nv .nv-numbers{flex:0 1 auto}
.nv .nv-numbers p{max-width:40em}
.nv .nv-steady{min-height:calc(var(--rows)*1.43em + 13em)}
.nv .nv-numbers .nv-legend{max-width:42em}
.nv .nv-lead{font-size:1.12em;margin:.2em 0 .7em;max-width:none}
.nv .nv-lead>span.nv-line2{display:block}
.nv .nv-big{font-size:2.1em;font-weight:700;line-height:1.2;margin:.1em 0 0}.nv .nv-arrow{color:var(--nv-pad)}
.nv .nv-title{font-weight:600;margin:0 0 .3em;font-size:1em}
.nv .nv-title .nv-note{font-weight:400}.nv .nv-note{color:var(--soft);font-size:.9em}
.nv .nv-value{font-weight:700;white-space:nowrap}
.nv .nv-scroll{overflow-x:auto;max-width:100%}
@keyframes nv-more{0%,99%{mask-image:linear-gradient(90deg,#000 calc(100% - 2.5em),transparent)}
99.1%,100%{mask-image:none}}
.nv .nv-scroll:focus-visible{outline:2px solid var(--ink);outline-offset:-2px}
.nv table.nv-table{border-collapse:separate;border-spacing:0;border:0;margin:0;width:auto;max-width:none;
font-size:max(.92em,13px);table-layout:auto;color:var(--ink)}
.nv .nv-table caption{caption-side:top;text-align:left;font-weight:600;padding:0 0 .35em;color:var(--ink);
white-space:normal;overflow-wrap:anywhere}
.nv .nv-table tr,.nv .nv-table tbody tr:nth-child(n),.nv .nv-table tbody tr:hover{background:none}
.nv .nv-table th,.nv .nv-table td{border:0;padding:.1em .45em;text-align:right;
white-space:nowrap;vertical-align:middle;max-width:none;line-height:1.35;color:var(--ink)}
.nv .nv-table th{font-weight:500;background:none}
.nv .nv-table tbody th{text-align:left;max-width:9em}
.nv .nv-table tbody th[title]{overflow:hidden;text-overflow:ellipsis}
.nv .nv-table thead th{border-bottom:1px solid var(--line);max-width:12em;overflow:hidden;text-overflow:ellipsis}
.nv .nv-table tfoot th,.nv .nv-table tfoot td{font-weight:600}
.nv .nv-table tfoot tr:first-child>*{border-top:1px solid var(--line)}
.nv .nv-table .nv-stat{font-weight:600}
.nv .nv-fixed td,.nv .nv-table .nv-stat,.nv .nv-table tfoot td{min-width:5.1em}
.nv .nv-table .nv-stat.nv-first{border-left:1px solid var(--line)}
.nv .nv-table .nv-begin>*{border-top:1px solid var(--line)}
.nv .nv-table .nv-more>*{color:var(--soft);text-align:left;font-style:italic}
.nv .nv-heat-column td{background-color:rgba(var(--nv-column-rgb),calc(var(--h,0)*var(--nv-tint)))}
.nv .nv-heat-row td{background-color:rgba(var(--nv-row-rgb),calc(var(--h,0)*var(--nv-tint)))}
.nv .nv-heat-affine td{background-color:rgba(var(--nv-affine-rgb),calc(var(--h,0)*var(--nv-tint)))}
.nv .nv-table td.nv-y{background-color:rgba(var(--nv-affine-rgb),calc(var(--h,0)*var(--nv-tint)));min-width:5.1em}
.nv .nv-table .nv-output{border-left:1px solid var(--line);padding-left:.9em}
.nv .nv-table th[scope=colgroup]{text-align:center;border-bottom:0}.nv .nv-table th[rowspan]{vertical-align:bottom}
.nv .nv-pad>td,.nv .nv-pad>th,.nv .nv-key-pad{background-image:repeating-linear-gradient(135deg,
rgba(var(--nv-pad-rgb),.42) 0 1.5px,transparent 1.5px 7px)}
.nv .nv-table .nv-pad>th{font-style:italic;border-left:3px dashed var(--nv-pad)}
.nv .nv-table td{box-shadow:inset var(--l,0px) 0 var(--tone),inset calc(-1*var(--r,0px)) 0 var(--tone),
inset 0 var(--t,0px) var(--tone),inset 0 calc(-1*var(--b,0px)) var(--tone)}
.nv .nv-table .nv-in{--l:2px;--r:2px}.nv .nv-table .nv-in-start{--t:2px}.nv .nv-table .nv-in-end{--b:2px}
.nv .nv-table .nv-across{--t:2px;--b:2px}.nv .nv-table .nv-across-start{--l:2px}
.nv .nv-table .nv-across-end{--r:2px}
.nv .nv-table .nv-shared{font-weight:600}
.nv .nv-slices{gap:.6em 1.2em;margin-bottom:.8em}
.nv .nv-slices .nv-table th,.nv .nv-slices .nv-table td{padding:.1em .3em}.nv .nv-slices .nv-fixed td{min-width:4.5em}
.nv .nv-slices td.nv-corner{min-width:0!important}.nv .nv-slices caption{white-space:nowrap}
@container(min-width:38em){.nv .nv-slices .nv-table td{min-width:4.5em}}
@container(max-width:24em){.nv .nv-slices-lead{min-height:8.7em}}
.nv .nv-table .nv-cell{font-weight:800;outline:2px solid var(--ink);outline-offset:-2px}
.nv .nv-lit{outline:2px dashed var(--ink);outline-offset:-2px;font-weight:700}.nv td .nv-lit{outline:0}
.nv svg .nv-lit{outline:0;filter:drop-shadow(0 0 2px var(--ink)) drop-shadow(0 0 2px var(--ink))}
.nv-tone-column{--tone:var(--nv-column)}.nv-tone-row{--tone:var(--nv-row)}
.nv-tone-pad{--tone:var(--nv-pad)}.nv-tone-affine{--tone:var(--nv-affine)}
.nv-tone-ink{--tone:var(--nv-plain)}
.nv svg.nv-chart{display:block;width:100%;overflow:visible;font-size:max(.84em,12px);margin:.1em 0 .3em}
.nv svg text{fill:var(--ink);font-variant-numeric:tabular-nums}
.nv svg .nv-soft{fill:var(--soft)}
.nv svg .nv-strong{font-weight:700}
.nv svg .nv-axis{fill:none;stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.nv svg .nv-grid{fill:none;stroke:var(--line);stroke-width:1;stroke-opacity:.45;vector-effect:non-scaling-stroke}
.nv svg .nv-band{fill:var(--tone);fill-opacity:calc(.26*var(--nv-tint))}
.nv svg .nv-mu{fill:var(--tone);stroke:var(--paper);stroke-width:1}
.nv svg .nv-ghost{fill:none;stroke:var(--ink);stroke-width:1.4;stroke-dasharray:4 3}
.nv svg .nv-ghost-mu{fill:var(--paper);stroke:var(--ink);stroke-width:1.4}
.nv svg .nv-dot{fill:var(--ink);fill-opacity:.8}
.nv svg .nv-dots{fill:none;stroke:var(--ink);stroke-width:8.4;stroke-opacity:.8;stroke-linecap:round;
vector-effect:non-scaling-stroke}
.nv svg .nv-each{stroke:none;fill:var(--ink);fill-opacity:.8}.nv svg .nv-flat{transform:translate(-4.2px,0)}
.nv svg .nv-coins{stroke-linecap:butt}.nv svg .nv-columns{stroke-linecap:butt;stroke-width:3}
.nv svg .nv-pad-dots{fill:none;stroke:var(--nv-pad);stroke-width:8.4;stroke-linecap:round;
vector-effect:non-scaling-stroke}
.nv svg .nv-hole{stroke:var(--paper);stroke-width:4.6}
.nv svg .nv-pad-dots.nv-coins{stroke-linecap:butt}.nv svg .nv-pad-dots.nv-columns{stroke-linecap:butt;stroke-width:6}
.nv svg .nv-picked{fill:var(--paper);stroke:var(--ink);stroke-width:2.5}
.nv svg .nv-pad-dot{fill:var(--paper);stroke:var(--nv-pad);stroke-width:2;stroke-dasharray:3 2}
.nv svg .nv-shift{stroke:var(--nv-pad);stroke-width:2.5;fill:none}
.nv svg .nv-shift-head{fill:var(--nv-pad)}
.nv svg .nv-line{fill:none;stroke:var(--tone);stroke-width:2.2;vector-effect:non-scaling-stroke}
.nv svg .nv-own{fill:none;stroke:var(--tone);stroke-width:1;vector-effect:non-scaling-stroke}
.nv svg .nv-dashed{stroke-dasharray:7 4}
.nv svg .nv-dotted{stroke-dasharray:2 4}
.nv svg .nv-long{stroke-dasharray:14 4}
.nv svg .nv-dashdot{stroke-dasharray:9 4 2 4}
.nv svg .nv-note-line{stroke:var(--soft);stroke-width:1.4}
.nv svg .nv-now{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:3 3}
.nv svg .nv-mark{fill:var(--tone);stroke:var(--paper);stroke-width:1}
.nv svg .nv-ring{fill:none;stroke:var(--tone);stroke-width:7.5;stroke-linecap:round;vector-effect:non-scaling-stroke}
.nv svg .nv-ring-hole{stroke:var(--paper);stroke-width:4.2}
.nv svg .nv-open{fill:var(--paper);stroke:var(--tone);stroke-width:1.6}
.nv svg.nv-plane{width:calc(100% - 4em);max-width:34em;aspect-ratio:1;margin:1.6em 0 3em 4em}
.nv svg.nv-close{width:calc(100% - 4em);max-width:34em;margin-left:4em}.nv .nv-from-above .nv-note{margin-left:4.4em}
.nv .nv-from-above{flex:0 1 31em}.nv .nv-alone{width:26em;max-width:100%}
.nv svg .nv-window{overflow:hidden}
.nv svg .nv-frame{fill:none;stroke:var(--line)}
.nv svg .nv-contour{fill:rgba(var(--nv-column-rgb),calc(.05*var(--nv-tint)));stroke:var(--nv-column);stroke-width:1;
vector-effect:non-scaling-stroke}
.nv svg .nv-path,.nv svg .nv-near{fill:none;
stroke:var(--ink);stroke-width:1.6;stroke-linejoin:round;vector-effect:non-scaling-stroke}
.nv svg .nv-path-dots{fill:none;stroke:var(--ink);stroke-width:6;stroke-linecap:round;vector-effect:non-scaling-stroke}
.nv svg .nv-halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
.nv .nv-twins>*{flex:1 1 24em}
.nv .nv-ridges{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:0 .8em}
.nv .nv-ridges p{margin:0;text-align:center}
.nv svg .nv-ridge{fill:none;stroke:var(--ink);stroke-width:1.4;vector-effect:non-scaling-stroke}
.nv svg .nv-ridge-now{fill:var(--tone);fill-opacity:.6;stroke:var(--tone)}.nv svg .nv-ridge-start{stroke-dasharray:4 3}
.nv .nv-inside{display:flex;flex-wrap:wrap;gap:.4em 1.2em;align-items:end}
.nv .nv-inside{margin-bottom:.7em}.nv .nv-inside .nv-ridges{flex:1 1 14em}
.nv .nv-spiral{position:relative;width:14em;height:14em;border:1px solid var(--line)}.nv .nv-inside p{margin:0}
.nv .nv-spiral>*{position:absolute;inset:0;width:100%;height:100%;margin:0;max-width:none}
.nv svg .nv-arm{fill:none;stroke:var(--ink);stroke-width:3.4;stroke-linecap:round}.nv svg .nv-arm-second{stroke-width:4}
.nv svg .nv-arm-hole{stroke:var(--paper);stroke-width:2.2}
.nv .nv-measured{max-width:52em}.nv .nv-measured .nv-scroll{margin-top:.8em}.nv .nv-measured th.nv-wrap{min-width:5.6em}
.nv .nv-panel>.nv-measured{width:30em;max-width:100%}
.nv .nv-table td .nv-range{display:block;font-weight:400}
.nv .nv-people,.nv .nv-strips{flex:1 1 100%}.nv .nv-strips>*{flex-basis:15em}
.nv details{margin:.6em 0}.nv summary{cursor:pointer;font-weight:600;width:fit-content}
.nv summary:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.nv table.nv-bars{width:100%;table-layout:fixed}
.nv .nv-bars th:first-child{width:23%;max-width:none;text-align:left}
@container(min-width:30em){.nv .nv-bars th:first-child{width:19%}.nv .nv-bars th:nth-child(2){width:21%}}
.nv .nv-bars thead th:not(:first-child){text-align:left}
.nv .nv-bars td{padding-top:0;padding-bottom:0}
.nv .nv-bar{padding-right:calc(100% - 4.2em);line-height:1.75em;white-space:nowrap;print-color-adjust:exact;
background:linear-gradient(90deg,transparent calc(var(--at) - .5px),var(--ink) 0 calc(var(--at) + .5px),transparent 0),
linear-gradient(90deg,transparent var(--from),var(--tone) 0 var(--to),transparent 0);
background-size:calc(100% - 4.6em) 100%,calc(100% - 4.6em) 70%;background-position:100% 50%;background-repeat:no-repeat}
.nv .nv-bars .nv-followed>*{font-weight:700;border-top:1px solid var(--ink);border-bottom:1px solid var(--ink)}
.nv .nv-table.nv-wide-names tbody th{max-width:none}
.nv .nv-after{margin-top:1.1em}
.nv .nv-table td.nv-out{color:var(--soft)}.nv .nv-out s{text-decoration-thickness:2px}
.nv .nv-team{color:var(--nv-affine)}
.nv .nv-table tbody th.nv-wrap{white-space:normal;max-width:14em}
.nv svg .nv-start{fill:var(--paper);stroke:var(--ink);stroke-width:1.4;stroke-dasharray:4 3}
.nv svg .nv-batch-part{fill:var(--nv-column);stroke:var(--paper);stroke-width:1}
.nv .nv-hero{margin-bottom:.8em}.nv svg .nv-on-fill text{fill:var(--paper);font-weight:700}
.nv svg .nv-older{fill:var(--nv-column);opacity:.75}
.nv svg .nv-node{fill:var(--paper);stroke:var(--ink);stroke-width:1.4}
.nv svg .nv-section{fill:none;stroke:var(--ink);stroke-dasharray:4 3}.nv svg .nv-norm.nv-clear{fill:none}
.nv svg .nv-index{font-size:.8em}.nv svg .nv-head{fill:var(--soft)}.nv .nv-network .nv-axis{stroke:var(--soft)}
.nv svg .nv-norm{fill:var(--paper);stroke:var(--tone);stroke-width:2}
.nv .nv-map{image-rendering:pixelated;display:block;width:100%}
.nv .nv-key{display:inline-block;width:1.5em;height:.95em;vertical-align:-.1em;margin-right:.35em;
border:2px solid var(--tone,var(--line))}
.nv .nv-key-pad{border:2px dashed var(--nv-pad)}
.nv ul.nv-legend{display:flex;flex-wrap:wrap;gap:.2em 1.3em;font-size:max(.88em,12px);color:var(--soft);margin:.5em 0 0;
padding:0;list-style:none;max-width:none}
.nv .nv-legend li{overflow-wrap:anywhere}
.nv .nv-steps{min-height:calc(var(--lines,0)*1.45em + var(--steps,0)*.5em);margin:.2em 0;padding:0;
list-style:none;max-width:none}
.nv .nv-steps li{margin:0;padding:.22em 0 .22em 2.8em;text-indent:-2.8em;border-bottom:1px solid var(--line);
overflow-wrap:anywhere}
.nv .nv-steps li:last-child{border-bottom:0}
.nv .nv-steps .nv-name{display:inline-block;min-width:2.8em;padding-right:.5em;text-indent:0;font-weight:700}
.nv .nv-story{flex:0 0 30em}
.nv .nv-roomy.nv-steps li{padding-left:4.7em;text-indent:-4.7em}
.nv .nv-roomy.nv-steps .nv-name{min-width:4.7em}
.nv ol.nv-flow{display:grid;grid-template-columns:repeat(3,max-content);gap:1.2em 0;margin:.2em 0 .6em;
padding:0;list-style:none;max-width:none}
.nv .nv-flow>li{position:relative;margin:0;padding-right:3.4em}
.nv .nv-flow>li:last-child{padding-right:0}
.nv .nv-flow>li:not(:last-child)::after{content:"→" / "";position:absolute;right:.75em;top:4.2em;font-size:1.5em;
color:var(--soft)}
.nv .nv-flow>li:nth-child(3):not(:last-child)::after{content:"↵" / ""}
.nv .nv-flow .nv-note{width:0;min-width:100%;margin-top:-.2em}
.nv .nv-flow .nv-scroll{margin-bottom:.7em}
.nv .nv-flow .nv-table{min-width:100%}.nv .nv-flow .nv-table tbody th{max-width:6em}
.nv table.nv-claims{border-collapse:collapse;width:100%;max-width:68em;font-size:.95em;color:var(--ink);margin:0}
.nv .nv-claims tr,.nv .nv-claims tbody tr:nth-child(n),.nv .nv-claims tbody tr:hover{background:none}
.nv .nv-claims th,.nv .nv-claims td{text-align:left;vertical-align:top;white-space:normal;overflow-wrap:anywhere;
max-width:none;border:0;border-bottom:1px solid var(--line);padding:.45em 1.2em .45em 0;color:var(--ink)}
.nv .nv-claims td{width:34%}.nv .nv-claims td:first-child{font-weight:600;width:24%}
.nv .nv-printed{font-size:1.3em;line-height:1.35;margin:.1em 0 .6em;padding-left:.6em;border-left:3px solid var(--ink);
max-width:none;overflow-wrap:anywhere}
.nv .nv-page{min-height:28em;max-width:42em}.nv .nv-referee.nv-steps li{padding-left:7.6em;text-indent:-7.6em}
.nv .nv-referee.nv-steps .nv-name{min-width:7.6em}
.nv .nv-token{display:inline-block;border:1px solid var(--line);border-radius:.2em;padding:0 .4em;margin:0 .3em .3em 0}
.nv .nv-error{border:2px solid var(--nv-pad);border-left-width:.5em;padding:.5em .8em;margin:.2em 0 .6em;
white-space:pre-wrap;overflow-wrap:anywhere;max-width:none}
.nv .nv-stale{opacity:.42;filter:grayscale(1)}
.nv .nv-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@container(max-width:32em){.nv .nv-bar{padding:0 0 1em;line-height:1.4em;background-size:100% 1em,100% .7em;
background-position:0 100%,0 calc(100% - .15em)}}
@container(max-width:24em){
.nv-table{font-size:.8em!important}
.nv .nv-table th,.nv .nv-table td{padding:.1em .28em;min-width:0!important}.nv .nv-table tbody th{max-width:6.6em}
.nv .nv-table thead th,.nv .nv-table tbody th{white-space:normal;overflow-wrap:break-word}}
@container(max-width:56em){.nv ol.nv-flow{grid-template-columns:repeat(2,max-content)}
.nv .nv-flow>li:nth-child(3):not(:last-child)::after{content:"→" / ""}
.nv .nv-flow>li:nth-child(even):not(:last-child)::after{content:"↵" / ""}}
@container(max-width:43em){.nv ol.nv-flow{display:flex;flex-direction:column;gap:2em}.nv .nv-flow>li{padding-right:0}
.nv .nv-flow>li:nth-child(n):not(:last-child)::after{content:"↓" / "";right:auto;left:1.2em;top:auto;bottom:-1.15em}}
@container(max-width:38em){.nv .nv-three{min-height:4.35em}
.nv .nv-steps{min-height:calc(var(--lines-narrow,0)*1.45em + var(--steps,0)*.5em)}
.nv .nv-ahead{order:-1}.nv .nv-aside{display:none}
.nv .nv-claims,.nv .nv-claims tbody,.nv .nv-claims tr,.nv .nv-claims td{display:block}
.nv .nv-claims thead{display:none}.nv .nv-claims tr{border-bottom:1px solid var(--line);padding:.4em 0}
.nv .nv-claims td,.nv .nv-claims td:first-child{width:auto;border:0;padding:.1em 0}
.nv .nv-claims td::before{content:attr(data-head) ": ";color:var(--soft);font-weight:400}
.nv .nv-steady{min-height:0}.nv .nv-page{min-height:31em}
@supports(animation-timeline:scroll()){
.nv .nv-scroll{animation:nv-more linear both;animation-timeline:scroll(self inline)}}}
@media(forced-colors:active){.nv{--ink:CanvasText;--soft:CanvasText;--paper:Canvas;--line:CanvasText}
.nv .nv-table th,.nv .nv-table td,.nv .nv-key,.nv svg text{forced-color-adjust:none}}
"""
    + HEAT_CSS
)
