import both from '#ui/overlay/both.css?inline';
import columns from '#ui/overlay/columns.css?inline';
import densities from '#ui/overlay/densities.css?inline';
import overlay from '#ui/overlay/overlay.css?inline';
import room from '#ui/overlay/room.css?inline';

const abreast = ':is([data-density=compact],[data-repeated])';

/** Two markets a line. They have no room for their arrows, nor for a price beside what is said of it. */
const pairs =
  '--lines:var(--pairs);.rows{grid-template-columns:repeat(2,minmax(0,1fr));column-gap:8px}.arrow{display:none}.none{font-size:0;&::before{font-size:11px;content:"–"}}';

/** What holds in several cases stands in a sheet once. Amounts of money need more room than per cents. */
const compose = (): string => `${overlay}${room}\
@container (width>=200px){:host(:not(${abreast})) .by-both:not(.long){${both}}}\
@container (width>=270px){:host(:not(${abreast})) .long{${both}}}\
:host(${abreast}) .overlay{@container (width>=200px){${columns}}@container (200px<=width<330px){&.by-money{${pairs}}}\
@container (150px<=width<210px){&:not(.by-money){${columns}${pairs}}}\
@container (150px<=width<420px){.arrow{margin-left:0}.row[data-diff] .price,.row.doubt .price:not(.none),&.doubt .percent{display:none}}}\
:host(:not(${abreast})) .overlay:not(.by-both){@container (width>=480px){${columns}}}${densities}`;

/** Never added to the page's document. The build drops it from scripts that draw no overlay. */
export const overlayStyle = /*#__PURE__*/ compose();
