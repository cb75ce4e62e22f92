import { setMessageSource } from '#ui/text.ts';
import { messageSourceOf } from './messages.ts';

setMessageSource(messageSourceOf('en'));
