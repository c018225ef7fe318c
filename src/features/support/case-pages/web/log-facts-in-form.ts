import type { LogFact } from '#features/support/log-triage/contract.ts'
import { text } from '../texts.ts'
import type { NewCaseValues } from './new-case-values.ts'

/** Whether the form has the fact of a log. */
export function isFactUsed(values: NewCaseValues, fact: LogFact): boolean {
  if (fact.fact === 'product') return values.product === (fact.product ?? fact.value)
  if (fact.fact === 'version') return values.productVersion === fact.value
  return values.description.includes(lineOf(fact))
}

/** The form with the facts: product and version in their fields, others as lines of the description. */
export function withFacts(values: NewCaseValues, facts: readonly LogFact[]): Partial<NewCaseValues> {
  const changed = facts.reduce(withFact, values)
  const { product, productVersion, description } = changed
  return { product, productVersion, description }
}

function withFact(values: NewCaseValues, fact: LogFact): NewCaseValues {
  if (isFactUsed(values, fact)) return values
  if (fact.fact === 'product') return { ...values, product: fact.product ?? fact.value, productVersion: '' }
  if (fact.fact === 'version') return { ...values, product: fact.product ?? values.product, productVersion: fact.value }
  const description = values.description.trimEnd()
  return { ...values, description: `${description}${description === '' ? '' : '\n\n'}${lineOf(fact)}` }
}

function lineOf({ fact, value }: LogFact): string {
  return `${text(`new.fact.${fact as 'serial' | 'device' | 'modems'}`)}: ${value}`
}
