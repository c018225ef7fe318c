import { Link } from '@tanstack/react-router'
import type { Account, SupportStats } from '#features/accounts/accounts/contract.ts'
import { customerCasesPath } from '#features/support/case-pages/paths.ts'
import type { ListedCase } from '#features/support/cases/contract.ts'
import { IconChecks } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useText } from '../texts.ts'
import { CaseLines } from './case-lines.tsx'
import type { OpenCases } from './use-open-cases.ts'

/** The first open cases of an account, each linking to its place in the split view. */
export function OpenCasesCard(props: {
  account: Account
  cases: OpenCases
  stats: SupportStats | undefined
  onPeek?: (row: ListedCase) => void
}) {
  const t = useText()
  const { account, cases, stats } = props
  const list = customerCasesPath({ account })
  return (
    <Card
      title={t('cases.title')}
      right={cases.total ? <Link to={list}>{t('cases.all', { count: cases.total })}</Link> : null}
      flush
    >
      <QueryView
        query={cases}
        rows={6}
        empty={
          <EmptyState
            colour="green"
            icon={<IconChecks size={22} aria-hidden />}
            title={t('cases.none')}
            actions={
              <Button to={customerCasesPath({ account }, { view: 'resolved' })} variant="default">
                {t('cases.show')}
              </Button>
            }
          >
            {stats?.resolvedPast30Days ? t('cases.noneText', { count: stats.resolvedPast30Days }) : t('cases.noneYet')}
          </EmptyState>
        }
      >
        {() => (
          <CaseLines
            account={account}
            rows={cases.rows.slice(0, 6)}
            {...(props.onPeek ? { onPeek: props.onPeek } : {})}
          />
        )}
      </QueryView>
    </Card>
  )
}
