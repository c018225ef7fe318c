import { IconArrowRight, IconFileText, IconLock } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import type { RailItem } from '#kit/web/pages.ts'
import { State } from '#kit/web/states/state.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useActor } from '#kit/web/who/me.tsx'
import { judge } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'
import classes from './denied.module.css'

const NEAREST = 3

/** A refused page: which, what is missing, whom to ask, and the nearest pages that the person may see. */
export function Denied() {
  const t = useText()
  const account = useAccount()
  const actor = useActor()
  const { page, role, from } = useSearch({ strict: false }) as { page?: string; role?: string; from?: string }
  const open = features
    .flatMap(({ rail }) => rail ?? [])
    .filter((item) => item.to(account) !== null && judge(item.guard, actor, account?.name).allowed)
    .sort((a, b) => shared(b.to(account), from) - shared(a.to(account), from) || a.order - b.order)
    .slice(0, NEAREST)
  return (
    <State
      page
      colour="purple"
      icon={<IconLock size={28} aria-hidden />}
      title={t('denied.title', { page: page ?? t('denied.this') })}
      foot={
        <div className={classes.foot}>
          {open.length > 0 && (
            <ul className={classes.pages}>
              {open.map((item) => (
                <li key={item.id}>
                  <Link to={item.to(account) ?? '/'}>
                    {pageIcon(item.icon)}
                    <span className="grow">
                      <strong>{item.label()}</strong>
                      <span>{t('denied.nearest')}</span>
                    </span>
                    <IconArrowRight size={16} aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <button type="button" className={classes.back} onClick={() => history.back()}>
            {t('back')}
          </button>
        </div>
      }
    >
      {role ? t('denied.needs', { role }) : t('denied.text')}
    </State>
  )
}

function pageIcon(Icon: RailItem['icon'] = IconFileText) {
  return <Icon size={16} aria-hidden />
}

/** How many first segments two addresses share. */
function shared(path: string | null, from = ''): number {
  const [a, b] = [(path ?? '').split('/'), from.split('/')]
  const apart = a.findIndex((segment, index) => segment !== b[index])
  return apart < 0 ? a.length : apart
}
