import { type Html, h } from '#relay/admin/html.ts';
import { Buttons, Field, Form, NoticeBox, type PageContext, pageHref } from '#relay/admin/page-frame.ts';
import { mayBeSaved, type PriceApiTest } from '#relay/admin/test-price-api.ts';
import { describeTest } from '#relay/admin/test-words.ts';

/** What somebody has entered so far. The key itself is not among it. */
export interface DraftView {
  readonly id: string;
  readonly url: string;
  readonly hasKey: boolean;
  readonly problem: string | undefined;
  readonly test: PriceApiTest | undefined;
}

const stepCount = 2;

const Heading = ({ texts }: PageContext, step: number): Html =>
  h(
    'div',
    { class: 'heading' },
    h('h1', null, texts.text('setupTitle')),
    h('p', { class: 'hint' }, texts.text('stepOf', { step, count: stepCount })),
  );

const Later = (context: PageContext): Html =>
  h('a', { class: 'later', href: pageHref(context, { step: 'status' }) }, context.texts.text('later'));

/** What somebody must have before the first step. */
const Needs = ({ texts: { text } }: PageContext): Html => [
  h('p', { id: 'needs' }, text('needTitle')),
  h(
    'ul',
    { class: 'needs', 'aria-labelledby': 'needs' },
    ...[text('needAddress'), text('needKey'), text('needPlan')].map((need) => h('li', null, need)),
  ),
];

/** The first step: the address. */
export function AddressStep(context: PageContext, draft: DraftView, isSample: boolean): Html {
  const { text } = context.texts;
  return h(
    'section',
    null,
    Heading(context, 1),
    isSample && h('p', null, text('setupWhy')),
    Needs(context),
    Form(
      context,
      '/setup/address',
      { draft: draft.id },
      Field({
        name: 'url',
        label: text('address'),
        hint: text('addressHint'),
        problem: draft.problem,
        input: {
          type: 'url',
          inputMode: 'url',
          value: draft.url,
          placeholder: 'https://prices.example',
          autofocus: true,
        },
      }),
      Buttons(h('button', { class: 'primary' }, text('next')), Later(context)),
    ),
  );
}

/** The second step: the key, which is tested. */
export function KeyStep(context: PageContext, draft: DraftView): Html {
  const { text } = context.texts;
  const { test } = draft;
  const failed = test && test.kind !== 'works' ? test : undefined;
  const hint = draft.hasKey ? `${text('keyHint')} ${text('keyEntered')}` : text('keyHint');
  return h(
    'section',
    null,
    Heading(context, 2),
    h(
      'p',
      { class: 'entered' },
      `${text('address')}: `,
      h('strong', null, draft.url),
      ' ',
      h('a', { href: pageHref(context, { step: 'address', draft: draft.id }) }, text('change')),
    ),
    failed && NoticeBox('bad', describeTest(failed, context.texts)),
    Form(
      context,
      '/setup/key',
      { draft: draft.id },
      Field({
        name: 'key',
        label: text('key'),
        hint,
        problem: draft.problem,
        input: { type: 'password', autofocus: true },
      }),
      Buttons(
        h('button', { class: 'primary', 'data-busy': text('testing') }, text('test')),
        mayBeSaved(test) && draft.hasKey && h('button', { formAction: '/setup/save' }, text('saveAnyway')),
      ),
    ),
  );
}

/** The end: the key works, or was saved without a test. */
export function DoneStep(context: PageContext, test: PriceApiTest | undefined): Html {
  const { text } = context.texts;
  const isTested = test?.kind === 'works';
  return h(
    'section',
    null,
    h('h1', null, isTested ? text('doneTitle') : text('setupTitle')),
    NoticeBox(
      isTested ? 'good' : 'warn',
      isTested && h('p', { class: 'figure' }, describeTest(test, context.texts)),
      h('p', null, isTested ? text('doneKey') : text('doneUntested')),
    ),
    h('p', null, text('doneNext')),
    Buttons(h('a', { class: 'button primary', href: pageHref(context, { step: 'status' }) }, text('toStatus'))),
  );
}
