import { type ComponentChild, options, render } from 'preact';
import { isObject } from '#core/asks/guards.ts';
import { type MessageSource, setMessageSource, wordLanguage } from '#ui/words/text.ts';

const before = options.vnode;

// Preact can make markup of a text. Nothing here asks for it, and whatever would is an error.
options.vnode = (vnode) => {
  if (isObject(vnode.props) && Object.hasOwn(vnode.props, 'dangerouslySetInnerHTML'))
    throw new Error('markup from strings is switched off');
  before?.(vnode);
};

export const renderView = (view: ComponentChild, root: Element): void => render(view, root);

export function openPage(root: Element, messages: MessageSource, view: () => ComponentChild): void {
  setMessageSource(messages);
  document.documentElement.lang = wordLanguage();
  renderView(view(), root);
}
