/** How well something is; the mark and the words say it as well as the colour. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** What came of something that the user did. */
export interface StatusMessage {
  readonly tone: Tone;
  readonly text: string;
}
