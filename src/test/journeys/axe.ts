import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>
type Rules = Parameters<AxeBuilder['options']>[0]

const load = createRequire(import.meta.url)
/** The script of axe, of the release that belongs to its package for Playwright. */
const { source } = createRequire(load.resolve('@axe-core/playwright'))('axe-core') as { source: string }

// Of what a page passes, one element a rule is enough. Only a rule that does not apply here would need the texts of all styles.
const findings: Rules = { resultTypes: ['violations'], preload: { assets: ['media'] } }
const rulesOf = {
  /** With a rule of WCAG 2.2 that axe leaves out unless it is named: what is clicked has 24 px, or as much space around it. */
  all: { ...findings, rules: { 'target-size': { enabled: true } } },
  colours: { ...findings, runOnly: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, Rules>

/**
 * What the rules find on the whole document. axe runs in the page, which gets its script once and returns violations
 * alone: `AxeBuilder` sends both each time, and that takes longer than the rules.
 */
export async function violationsOf(page: Page, where: string, rules: keyof typeof rulesOf): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(root: Document, options: unknown): Promise<Results> } }
    return (await axe.run(document, options)).violations.map(({ id, nodes }) => ({ id, nodes }))
  }, rulesOf[rules])
  const frames = page.frames().length - 1
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${where} ${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`),
    ),
    // axe finishes where it ran.
    ...(frames > 0 ? [`${where}: ${frames} frames that were not checked`] : []),
  ]
}
