import type { Case } from '#features/support/cases/contract.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import { useText } from '../texts.ts'
import classes from './case-detail.module.css'
import { DetailsTab } from './details-tab.tsx'

/** The side of a case's own page: its fields and the users who follow it. */
export function CaseSide({ found }: { found: Case }) {
  const t = useText()
  return (
    <>
      <section aria-label={t('side.details')}>
        <h2>{t('side.details')}</h2>
        <DetailsTab found={found} aside />
      </section>
      <section aria-label={t('side.people')}>
        <h2>{t('side.people')}</h2>
        <ul className={classes.users}>
          {usersOf(found).map(({ user, part }) => (
            <li key={user.id}>
              <Avatar name={user.fullName} size={24} />
              <span className="el">{user.fullName}</span>
              <span>{t(`side.${part}`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

type Part = 'reporter' | 'assignee' | 'watcher'

/** Each user once, by their first part in the case. */
function usersOf(supportCase: Case) {
  const all = [
    { user: supportCase.reporter, part: 'reporter' as Part },
    ...(supportCase.assignee ? [{ user: supportCase.assignee, part: 'assignee' as Part }] : []),
    ...supportCase.watchers.map((user) => ({ user, part: 'watcher' as Part })),
  ]
  return all.filter(({ user }, index) => all.findIndex((other) => other.user.id === user.id) === index)
}
