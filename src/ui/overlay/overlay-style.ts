import both from '#ui/overlay/both.css?inline';
import columns from '#ui/overlay/columns.css?inline';
import densities from '#ui/overlay/densities.css?inline';
import overlay from '#ui/overlay/overlay.css?inline';
import room from '#ui/overlay/room.css?inline';

const abreast = ':is([data-density=compact],[data-repeated])';

/** Two markets a line. They have no room for their arrows, nor for a price beside what is said of it. */
const pairs =
  '--lines:var(--pairs);--gap:clamp(2px,100cqw - 180px,5px);.rows{grid-template-columns:repeat(2,minmax(0,1fr));column-gap:4px;padding-inline:var(--gap)}.row[data-market]{column-gap:var(--gap)}.row[data-market] .percent{min-width:4.4em}.arrow{display:none}.none{font-size:0;&::before{font-size:11px;content:"–"}}';
const fewParts =
  '.arrow{margin-left:0}.row[data-diff] .price,.row.doubt .price:not(.none),&.doubt .percent{display:none}';

/** What holds in several cases stands in a sheet once. Amounts of money need more room than per cents. */
const compose = (): string => `${overlay}${room}\
@container (width>=196px){:host(:not(${abreast})) .by-both:not(.long){${both}}}\
@container (width>=270px){:host(:not(${abreast})) .long{${both}}}\
:host(${abreast}) .overlay{@container (width>=190px){${columns}}@container (190px<=width<330px){&.by-money{${pairs}}}\
@container (150px<=width<300px){&:not(.by-money){${columns}${pairs}}}\
@container (190px<=width<420px){${fewParts}}@container (150px<=width<190px){&:not(.by-money){${fewParts}}}}\
:host(:not(${abreast})) .overlay:not(.by-both){@container (width>=480px){${columns}}}${densities}`;

/** Never added to the page's document. The build drops it from scripts that draw no overlay. */
export const overlayStyle = /*#__PURE__*/ compose();
