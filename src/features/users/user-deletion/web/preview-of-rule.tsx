import { useDebouncedValue } from '@mantine/hooks'
import { useQueryOf } from '#kit/web/data/query.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { type DeletionConfiguration, previewDeletion } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deletion-page.module.css'

type Rule = Omit<DeletionConfiguration, 'version' | 'updated'>

/** The users affected by a rule in the coming nightly run; refetched when typing pauses. */
export function DeletionRulePreview({ rule }: { rule: Rule }) {
  const t = useText()
  const [settled] = useDebouncedValue(rule, 250)
  const query = useQueryOf(previewDeletion, { query: settled }, { keep: true })
  return (
    <QueryView query={query} rows={4}>
      {(data) => {
        const { marked, approved, erased, users } = data
        return (
          <section className={classes.preview} aria-live="polite">
            <h3>{t('preview.title')}</h3>
            {marked + approved + erased === 0 && <p>{t('preview.nobody')}</p>}
            {marked > 0 && <p data-strong>{t('preview.marked', { count: marked })}</p>}
            {approved > 0 && <p>{t('preview.approved', { count: approved })}</p>}
            {erased > 0 && <p>{t('preview.erased', { count: erased })}</p>}
            <ul>
              {users.map(({ id, fullName, lastLogin }) => (
                <li key={id}>
                  <span className="el">{fullName}</span>
                  <span>{lastLogin ? t('preview.last', { age: formatAge(lastLogin) }) : t('preview.never')}</span>
                </li>
              ))}
              {marked > users.length && <li>{t('preview.more', { count: marked - users.length })}</li>}
            </ul>
          </section>
        )
      }}
    </QueryView>
  )
}
