import { setMessageSource } from '#ui/text.ts';
import { speakerOf } from './messages.ts';

setMessageSource(speakerOf('en'));
