import { Avatar } from '#kit/web/look/face.tsx'
import type { Case } from '../contract.ts'
import classes from './case-detail.module.css'
import { DetailsTab } from './details-tab.tsx'
import { useText } from './text.ts'

/** What stands beside the conversation on a case's own page: its fields and the people who follow it. */
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
        <ul className={classes.people}>
          {peopleOf(found).map(({ person, part }) => (
            <li key={person.id}>
              <Avatar name={person.fullName} size={24} />
              <span className="el">{person.fullName}</span>
              <span>{t(`side.${part}`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

type Part = 'reporter' | 'assignee' | 'watcher'

/** Everybody once, by the first part they have in the case. */
function peopleOf(found: Case) {
  const all = [
    { person: found.reporter, part: 'reporter' as Part },
    ...(found.assignee ? [{ person: found.assignee, part: 'assignee' as Part }] : []),
    ...found.watchers.map((person) => ({ person, part: 'watcher' as Part })),
  ]
  return all.filter(({ person }, index) => all.findIndex((other) => other.person.id === person.id) === index)
}
