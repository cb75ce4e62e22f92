const otherName = (name: string): string =>
  `c${[...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 99_991, 7)}`;

/** A page after a redesign that changed the name of every class, in its styles as well. */
export const withOtherClasses = (html: string): string =>
  html
    .replace(/ class="([^"]*)"/g, (_, names: string) => ` class="${names.split(/\s+/).map(otherName).join(' ')}"`)
    .replace(/<style>.*?<\/style>/gs, (style) =>
      style.replace(/\.(-?[a-z_][\w-]*)/gi, (_, name: string) => `.${otherName(name)}`),
    );

const prices = /\b((?!\w*(?:float|num))\w*(?:price|value|bid(?!s)|buy\b|offered|USD|fee)\w*)(?=\\*"\s*:\s*\\*"?\d)/gi;

/** A page after a change of its answers and of its framework's state that gave the numbers of all prices other names. */
export const withOtherFields = (html: string): string =>
  html.replace(
    /(<script(?![^>]*src=)[^>]*>)(.*?)(?=<\/script>)/gs,
    (_, tag: string, data: string) => tag + data.replace(prices, otherName),
  );
