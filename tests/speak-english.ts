import { speak } from '#ui/text.ts';
import { speakerOf } from './messages.ts';

speak(speakerOf('en'));
