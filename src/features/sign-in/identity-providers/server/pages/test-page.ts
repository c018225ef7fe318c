import { type Html, html } from '#kit/server/html.ts'
import { signInTexts } from '../../contract.ts'
import { type Look, page } from './layout.ts'

/** The end of a test sign-in, in its window; the steps are on the page that opened it. */
export function testPage(look: Look, end: 'passed' | 'stopped'): Html {
  const texts = signInTexts.test
  const body = html`<h1>${texts[end]}</h1>
<p class="lead">${end === 'passed' ? texts.passedText : texts.stoppedText}</p>
<p class="quiet">${texts.close}</p>`
  return page(look, { title: texts[end], body })
}
