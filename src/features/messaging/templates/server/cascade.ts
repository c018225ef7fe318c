import type { Database, Tx } from '#kit/server/database.ts'
import { MESSAGE_LENGTH } from '../contract/template.ts'
import {
  type Cascade,
  type CascadeRow,
  fillParts,
  fillTemplate,
  type InputValues,
  inputFlaw,
  inputMessage,
  type Parts,
  type TemplateTexts,
} from '../contract.ts'
import { variablesWithoutValue } from './require-valid.ts'
import type { TemplateUse, TemplateUses } from './template-uses.ts'

const SHOWN = 100

type ChangedUse = { readonly row: CascadeRow; readonly parts: Parts }

/** Each announcement of the template with the texts it would have, those without a value first. */
export async function cascadeOf(
  uses: TemplateUses,
  db: Database | Tx,
  { id, template, corrections = {} }: { id: string; template: TemplateTexts; corrections?: Corrections | undefined },
): Promise<ChangedUse[]> {
  const templateUses = await uses.find(db, id)
  return templateUses
    .map((use) => changeOf(use, template, corrections[use.id]))
    .sort((a, b) => Number(b.row.errors.length > 0) - Number(a.row.errors.length > 0))
}
type Corrections = Readonly<Record<string, InputValues | undefined>>

/** The part of a cascade that is shown. */
export function shownCascade(changedUses: readonly ChangedUse[]): Cascade {
  return {
    announcements: changedUses.slice(0, SHOWN).map(({ row }) => row),
    total: changedUses.length,
    broken: changedUses.filter(({ row }) => row.errors.length > 0).length,
  }
}

function changeOf(use: TemplateUse, template: TemplateTexts, correctedInputs: InputValues | undefined): ChangedUse {
  const inputs = inputsOf(template, { ...use.inputs, ...correctedInputs })
  const parts = fillTemplate(template, inputs, use.eventValues ?? {})
  const filledTexts = fillParts(parts)
  const after = { ...filledTexts, link: parts.link === null ? use.link : filledTexts.link }
  const { id, title, message, link, status, delivered: deliveredCount, acknowledged: acknowledgedCount } = use
  const errors = [
    ...(use.eventValues ? [] : errorsOf(template, inputs)),
    ...(after.message.length > MESSAGE_LENGTH ? [{ name: '', message: 'is too long with these values' }] : []),
  ]
  return {
    parts,
    row: {
      id,
      before: { title, message, link },
      after,
      status,
      inputs,
      delivered: deliveredCount,
      acknowledged: acknowledgedCount,
      errors,
    },
  }
}

/** The values of inputs that the template has. */
function inputsOf({ userInputs }: TemplateTexts, values: InputValues): InputValues {
  return Object.fromEntries(
    userInputs.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
}

function errorsOf(template: TemplateTexts, inputs: InputValues): CascadeRow['errors'] {
  const flaws = template.userInputs.flatMap((input) => {
    const flaw = inputFlaw(input, inputs[input.name])
    return flaw ? [{ name: input.name, message: inputMessage(flaw) }] : []
  })
  const ofEvents = [...new Set(variablesWithoutValue(template))]
  return [...flaws, ...ofEvents.map((name) => ({ name, message: 'has a value in announcements of events only' }))]
}
