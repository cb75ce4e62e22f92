/** Tone of a message; its sign and its words say the same as its colour. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

export interface StatusMessage {
  readonly tone: Tone;
  readonly text: string;
}
