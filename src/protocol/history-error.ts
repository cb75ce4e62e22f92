/** The relay's error for an item without a recorded price. Other 404s mean that it keeps no history. */
export const notRecorded = 'no price of this item was recorded';
