import { html } from 'hono/html';
import type { Draft } from '#relay/admin/drafts.ts';
import { Buttons, Field, Form, type Html, NoticeBox, type PageContext, pageHref } from '#relay/admin/page-frame.ts';
import { describeTest, mayBeSaved, type PriceApiTest } from '#relay/admin/test-price-api.ts';

const stepCount = 2;

const Heading = ({ texts: { text } }: PageContext, step: number): Html =>
  html`<div class="heading"><h1>${text('setupTitle')}</h1>
    <p class="hint">${text('stepOf', { step, count: stepCount })}</p></div>`;

const Later = (context: PageContext): Html =>
  html`<a class="later" href="${pageHref(context, { step: 'status' })}">${context.texts.text('later')}</a>`;

const Needs = ({ texts: { text } }: PageContext): Html =>
  html`<p id="needs">${text('needTitle')}</p><ul class="needs" aria-labelledby="needs">
    <li>${text('needAddress')}</li><li>${text('needKey')}</li><li>${text('needPlan')}</li></ul>`;

export function AddressStep(context: PageContext, draft: Draft, isSample: boolean): Html {
  const { text } = context.texts;
  const { id, url: value } = draft;
  const problem = draft.problem && text(draft.problem);
  const input = { type: 'url', inputmode: 'url', value, placeholder: 'https://prices.example', autofocus: true };
  const form = Form(
    context,
    '/setup/address',
    { draft: id },
    Field({ name: 'url', label: text('address'), hint: text('addressHint'), problem, input }),
    Buttons(html`<button class="primary">${text('next')}</button>`, Later(context)),
  );
  return html`<section>${Heading(context, 1)}${isSample && html`<p>${text('setupWhy')}</p>`}${Needs(context)}${form}</section>`;
}

/** The second step: the key, which is tested. The page never shows it again. */
export function KeyStep(context: PageContext, draft: Draft): Html {
  const { text } = context.texts;
  const { test } = draft;
  const hasKey = draft.key !== undefined;
  const problem = draft.problem && text(draft.problem);
  const failed = test && test.kind !== 'works' ? test : undefined;
  const hint = hasKey ? `${text('keyHint')} ${text('keyEntered')}` : text('keyHint');
  const change = pageHref(context, { step: 'address', draft: draft.id });
  const save = html`<button formaction="/setup/save">${text('saveAnyway')}</button>`;
  const form = Form(
    context,
    '/setup/key',
    { draft: draft.id },
    Field({ name: 'key', label: text('key'), hint, problem, input: { type: 'password', autofocus: true } }),
    Buttons(
      html`<button class="primary" data-busy="${text('testing')}">${text('test')}</button>`,
      mayBeSaved(test) && hasKey && save,
    ),
  );
  return html`<section>${Heading(context, 2)}
    <p class="entered">${text('address')}: <strong>${draft.url}</strong> <a href="${change}">${text('change')}</a></p>
    ${failed && NoticeBox('bad', describeTest(failed, context.texts))}${form}</section>`;
}

/** The end: the key works, or was saved without a test. */
export function DoneStep(context: PageContext, test: PriceApiTest | undefined): Html {
  const { text } = context.texts;
  const isTested = test?.kind === 'works';
  const notice = NoticeBox(
    isTested ? 'good' : 'warn',
    isTested && html`<p class="figure">${describeTest(test, context.texts)}</p>`,
    html`<p>${isTested ? text('doneKey') : text('doneUntested')}</p>`,
  );
  const status = pageHref(context, { step: 'status' });
  return html`<section><h1>${isTested ? text('doneTitle') : text('setupTitle')}</h1>${notice}<p>${text('doneNext')}</p>
    ${Buttons(html`<a class="button primary" href="${status}">${text('toStatus')}</a>`)}</section>`;
}
