import columns from '#ui/overlay/columns.css?inline';
import densities from '#ui/overlay/densities.css?inline';
import overlay from '#ui/overlay/overlay.css?inline';
import percentFirst from '#ui/overlay/percent-first.css?inline';
import repeated from '#ui/overlay/repeated.css?inline';
import room from '#ui/overlay/room.css?inline';

/** What holds in several cases stands in a sheet once. */
const compose = (): string => `${overlay}${room}${densities}${repeated}\
@container (width<130px){${percentFirst}}\
@container (width>=420px){${columns}}\
:host([data-density=compact]){@container (width>=300px){${columns}}}\
:host([data-repeated]){${percentFirst}@container (width>=250px){${columns}}}`;

/**
 * The overlay's style sheet, shared by all shadow roots and never added to the page's document. The build drops it from
 * scripts that draw no overlay.
 */
export const overlayStyle = /*#__PURE__*/ compose();
