import { useText } from '../texts.ts'
import { wordsOf } from './audit-filter-names.ts'
import classes from './entry-detail.module.css'
import { preciseTime } from './precise-time.ts'

/** Each changed field before and after. */
export function ChangesTable({ changes }: { changes: readonly (readonly [string, readonly [unknown, unknown]])[] }) {
  const t = useText()
  return (
    <table className={classes.changes} aria-label={t('detail.changes')}>
      <thead>
        <tr>
          <th scope="col">{t('detail.field')}</th>
          <th scope="col">{t('detail.before')}</th>
          <th scope="col">{t('detail.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(([field, [before, after]]) => (
          <tr key={field}>
            <th scope="row" translate="no">
              {wordsOf(field)}
            </th>
            {isNothing(before) && isNothing(after) ? (
              <td colSpan={2} className={classes.quiet}>
                {t('detail.text')}
              </td>
            ) : (
              <>
                <td>
                  <span className={isNothing(before) ? undefined : classes.before}>
                    <RecordedValue value={before} />
                  </span>
                </td>
                <td>
                  <span className={isNothing(after) ? undefined : classes.after}>
                    <RecordedValue value={after} />
                  </span>
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A recorded value in readable form. */
export function RecordedValue({ value }: { value: unknown }) {
  const t = useText()
  if (isNothing(value)) return '–'
  if (typeof value === 'boolean') return t(value ? 'detail.yes' : 'detail.no')
  if (typeof value === 'string') return isTime(value) ? preciseTime(value) : value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  if (hasName(value)) return value.fullName
  return <code className={classes.json}>{JSON.stringify(value, null, 1)}</code>
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(text)
}

function hasName(value: unknown): value is { fullName: string } {
  return typeof value === 'object' && value !== null && 'fullName' in value && typeof value.fullName === 'string'
}
