/** Steps of a refresh in their order; `floor` is none of them but JSON.parse of the text alone. */
export const steps = ['floor', 'decode', 'validate', 'pack', 'open', 'store'] as const;
export type Step = (typeof steps)[number];
