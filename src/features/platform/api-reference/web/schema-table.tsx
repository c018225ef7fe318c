import { useText } from '../texts.ts'
import type { Schema } from './api-description.ts'
import classes from './api-reference.module.css'
import type { SchemaLine } from './schema-lines.ts'

/** Properties with their types, and their accepted values. */
export function SchemaTable({
  label,
  lines,
  places,
}: {
  label: string
  lines: readonly SchemaLine[]
  places?: ReadonlyMap<string, string>
}) {
  const t = useText()
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('type')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.path}>
            <th scope="row" data-depth={line.depth}>
              <code>{line.name}</code>
              {line.required && <span className={classes.required}>{t('required')}</span>}
            </th>
            <td>
              <Takes schema={line.schema} place={places?.get(line.name)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Takes({ schema, place }: { schema: Schema; place: string | undefined }) {
  const t = useText()
  const typeWords = useTypeWords()
  const core = schema.items ?? schema
  const range = rangeOf(core)
  const notes = [
    place && t('in', { place }),
    core.maxLength !== undefined && t('length', { count: core.maxLength }),
    schema.maxItems !== undefined && t('items', { count: schema.maxItems }),
    range.from !== undefined && range.to !== undefined && t('between', { from: range.from, to: range.to }),
    range.from === undefined && range.to !== undefined && t('atMost', { to: range.to }),
    range.from !== undefined && range.to === undefined && t('atLeast', { from: range.from }),
    schema.default !== undefined && t('default', { value: String(schema.default) }),
  ].filter((note) => typeof note === 'string')
  const choicesOf = (one: Schema) => one.enum ?? (one.const === undefined ? [] : [one.const])
  const choices = core.anyOf ? core.anyOf.flatMap(choicesOf) : choicesOf(core)
  return (
    <>
      <span>{typeWords(schema)}</span>
      {notes.length > 0 && <span className={classes.notes}>{notes.join(' · ')}</span>}
      {choices.length > 0 && (
        <span className={classes.choices}>
          {choices.map((choice) => (
            <code key={String(choice)}>{String(choice)}</code>
          ))}
        </span>
      )}
    </>
  )
}

function rangeOf({ minimum, maximum }: Schema): { from: number | undefined; to: number | undefined } {
  const realBound = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined
  return { from: realBound(minimum), to: realBound(maximum) }
}

const knownTypes = ['string', 'integer', 'number', 'boolean', 'object', 'null'] as const

function useTypeWords() {
  const t = useText()
  const one = (type: string) => t(`type_${knownTypes.find((name) => name === type) ?? 'any'}`)
  const words = (schema: Schema): string => {
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return [...new Set(choices.map(words))].reduce((before, next) => t('or', { one: before, other: next }))
    if (Array.isArray(schema.type))
      return schema.type
        .map((type) => (type === 'null' ? one(type) : words({ ...schema, type })))
        .reduce((before, next) => t('or', { one: before, other: next }))
    if (schema.type === 'array') return t('list', { type: words(schema.items ?? {}) })
    if (schema.format) return schema.format
    if (schema.type === 'object' && !schema.properties) return t('map')
    return one(String(schema.type ?? (schema.enum ? 'string' : schema.properties ? 'object' : 'any')))
  }
  return words
}
