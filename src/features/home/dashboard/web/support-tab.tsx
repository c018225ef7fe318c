import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import type { Account, SupportStats } from '#features/accounts/accounts/contract.ts'
import { customerCasesPath } from '#features/support/case-pages/paths.ts'
import { CasePeek } from '#features/support/case-pages/web/index.ts'
import { type ListedCase, searchCases } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChecks, IconShieldCheck } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useText } from '../texts.ts'
import { AccountFigures } from './account-stats.tsx'
import { CaseLines } from './case-lines.tsx'
import classes from './dashboard-tab.module.css'
import { OpenCasesCard } from './open-cases-card.tsx'
import { TeamCard } from './team-card.tsx'
import { useOpenCases } from './use-open-cases.ts'

/** An account's support in short lists; Space on a row previews the case without leaving. */
export function SupportTab({ account, stats }: { account: Account; stats: SupportStats | undefined }) {
  const t = useText()
  const cases = useOpenCases(account.name, true)
  const [peek, setPeek] = useState<ListedCase | null>(null)
  const since = useMemo(() => new Date(Date.now() - 30 * 86_400_000).toISOString(), [])
  const resolvedCases = useQueryOf(searchCases, {
    query: { account: [account.name], resolvedFrom: since, sort: ['updatedAt,DESC'], size: 8 },
  })
  const outages = cases.rows.filter(({ type }) => type === 'OUTAGE')
  return (
    <>
      <AccountFigures stats={stats} />
      <div className={classes.columns}>
        <div className={classes.work}>
          <Card title={t('support.outages')} flush>
            {outages.length === 0 && cases.total !== undefined && (
              <p className={classes.quietLine}>
                <IconShieldCheck size={16} aria-hidden /> {t('support.noOutage')}. {t('support.noOutageText')}
              </p>
            )}
            <CaseLines account={account} rows={outages} onPeek={setPeek} />
          </Card>
          <OpenCasesCard account={account} cases={cases} stats={stats} onPeek={setPeek} />
          <Card
            title={t('support.resolved')}
            right={
              <Link to={customerCasesPath({ account }, { view: 'resolved' })}>
                {t('cases.all', { count: resolvedCases.data?.page.totalElements ?? 0 })}
              </Link>
            }
            flush
          >
            <QueryView
              query={resolvedCases}
              rows={4}
              empty={
                <EmptyState colour="grey" icon={<IconChecks size={22} aria-hidden />} title={t('support.noResolved')}>
                  {t('support.noResolvedText')}
                </EmptyState>
              }
            >
              {({ _embedded: { issues } }) => <CaseLines account={account} rows={issues} onPeek={setPeek} />}
            </QueryView>
          </Card>
        </div>
        <div className={classes.side}>
          {peek ? (
            <Card
              title={<code>{peek.key}</code>}
              right={<CloseButton size="sm" aria-label={t('support.close')} onClick={() => setPeek(null)} />}
            >
              <Suspense fallback={<LoadingRows rows={3} />}>
                <CasePeek caseKey={peek.key} />
              </Suspense>
              <Button
                to={customerCasesPath({ account }, { id: peek.key })}
                variant="light"
                style={{ marginTop: '0.75rem' }}
              >
                {t('support.full')}
              </Button>
            </Card>
          ) : (
            <>
              <TeamCard account={account} cases={cases.rows} />
              <p className={classes.hint}>{t('support.peekText')}</p>
            </>
          )}
        </div>
      </div>
    </>
  )
}
