import { setMessageSource } from '#ui/words/text.ts';
import { messageSourceOf } from './messages.ts';

setMessageSource(messageSourceOf('en'));
