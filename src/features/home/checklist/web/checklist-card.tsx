import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountSettingsPath } from '#features/accounts/account-pages/paths.ts'
import { editPlans } from '#features/accounts/accounts/contract.ts'
import { createUsers } from '#features/onboarding/invitations/contract.ts'
import { manageAllowed } from '#features/sign-in/domains/contract.ts'
import { domainsPath } from '#features/sign-in/domains/paths.ts'
import { createCases } from '#features/support/case-access/contract.ts'
import { accountNewCasePath } from '#features/support/case-pages/paths.ts'
import { accountUsersPath } from '#features/users/user-pages/paths.ts'
import { IconCircleCheckFilled, IconCircleDashed } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import type { ChecklistStep, OnboardingChecklist } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './checklist-card.module.css'

type Place = Pick<AccountChoice, 'id' | 'name'>

/** The steps of a new account in a row: those reached, and for the rest where to go. */
export function ChecklistCard({ checklist, account }: { checklist: OnboardingChecklist; account: Place }) {
  const t = useText()
  const ways = useWays(account)
  const { steps } = checklist
  const reachedCount = steps.filter(({ done }) => done).length
  return (
    <Card title={t('title')} note={t('note', { count: reachedCount, all: steps.length })} flush>
      <ol className={classes.steps}>
        {steps.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            {done ? <IconCircleCheckFilled size={18} aria-hidden /> : <IconCircleDashed size={18} aria-hidden />}
            <div>
              <strong>{t(`step.${step}`)}</strong>
              <span className={classes.hint}>{done ? t('done') : ways[step] || t(`hint.${step}`)}</span>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The link to each step that the user can do. */
function useWays({ name, id }: Place): Partial<Record<ChecklistStep, ReactNode>> {
  const t = useText()
  const account = { name, id }
  return {
    domains: useAllows(manageAllowed, name) && <Link to={domainsPath({ account: name })}>{t('go.domains')}</Link>,
    signOn: useAllows(createUsers, name) && <Link to={accountUsersPath({ account })}>{t('go.signOn')}</Link>,
    plan: useAllows(editPlans, name) && <Link to={accountSettingsPath({ account })}>{t('go.plan')}</Link>,
    firstCase: useAllows(createCases, name) && <Link to={accountNewCasePath({ account })}>{t('go.firstCase')}</Link>,
  }
}
