import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconMaximize, IconShieldCheck } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { listOutages, type Outage } from '../contract.ts'
import { outagePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { ElapsedTime } from './elapsed.tsx'
import classes from './outages.module.css'
import { useOutageUpdates } from './use-outage-updates.ts'

const BigScreen = lazyNamed(() => import('./big-screen.tsx'), 'BigScreen')

/** The ongoing outages, each with its clock, and the last ended ones; of one account or of all. */
export function OutageBoard() {
  const t = useText()
  const account = useAccount()
  const [big, setBig] = useState(false)
  useOutageUpdates(account?.name)
  const scope = account ? { account: [account.name] } : {}
  const current = useQueryOf(listOutages, { query: { ...scope, open: true, size: 100, sort: ['started,ASC'] } })
  const past = useQueryOf(listOutages, { query: { ...scope, open: false, size: 50 } })
  const open = current.data?._embedded.outages
  const columns: readonly PlainColumn<Outage>[] = [
    {
      id: 'key',
      label: t('board.case'),
      width: 7,
      cell: (row) => (
        <Link to={outagePath({ ...row, outageKey: row.key })}>
          <code>{row.key}</code>
        </Link>
      ),
    },
    { id: 'subject', label: t('board.subject'), cell: (row) => row.subject },
    ...(account ? [] : [{ id: 'account', label: t('board.account'), wide: true, cell: accountOf }]),
    { id: 'started', label: t('board.started'), wide: true, width: 9, cell: (row) => formatDateTime(row.started) },
    {
      id: 'minutes',
      label: t('board.minutes'),
      width: 5.5,
      align: 'right',
      cell: (row) => formatCount(row.outageTime),
    },
    {
      id: 'affected',
      label: t('board.affected'),
      wide: true,
      width: 6,
      align: 'right',
      cell: (row) => (row.totalCmsAffected === 0 ? t('board.unknown') : formatCount(row.totalCmsAffected)),
    },
    { id: 'reason', label: t('board.reason'), wide: true, width: 10, cell: (row) => t(`reason.${row.reason}`) },
  ]
  return (
    <Page>
      <PageHeader
        title={t('board.title')}
        note={account ? t('board.note', { account: account.displayName }) : t('board.noteAll')}
        actions={
          <Button variant="default" leftSection={<IconMaximize size={15} aria-hidden />} onClick={() => setBig(true)}>
            {t('board.bigScreen')}
          </Button>
        }
      />
      {big && open && (
        <Suspense>
          <BigScreen outages={open} scope={account?.displayName ?? t('board.noteAll')} onClose={() => setBig(false)} />
        </Suspense>
      )}
      <QueryView
        query={current}
        rows={3}
        empty={
          <EmptyState colour="green" icon={<IconShieldCheck size={22} aria-hidden />} title={t('board.none')}>
            {t('board.noneText')}
          </EmptyState>
        }
      >
        {({ _embedded: { outages: open } }) => (
          <ul className={classes.board} aria-label={t('board.now')}>
            {open.map((outage) => (
              <li key={outage.key}>
                <Link to={outagePath({ ...outage, outageKey: outage.key })} className={classes.tile}>
                  <Monogram name={outage.accountDisplayName} size={28} />
                  <span className={classes.what}>
                    <strong>{outage.subject}</strong>
                    <code>{outage.key}</code>
                    {[outage.cmtsVersion, outage.rpdVersion].filter(Boolean).map((version) => (
                      <code key={version}>{version}</code>
                    ))}
                  </span>
                  <span className={classes.clock}>
                    <strong>
                      <ElapsedTime since={outage.started} />
                    </strong>
                    <span>
                      {outage.totalCmsAffected === 0
                        ? t('board.modemsUnknown')
                        : t('board.modems', {
                            count: outage.totalCmsAffected,
                            number: formatCount(outage.totalCmsAffected),
                          })}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <Card flush title={t('board.past')}>
        <QueryView query={past} rows={4} empty={<p className={classes.empty}>{t('board.pastNone')}</p>}>
          {({ _embedded: { outages: over } }) => (
            <PlainTable label={t('board.past')} columns={columns} rows={over} id={({ key }) => key} />
          )}
        </QueryView>
      </Card>
    </Page>
  )
}

function accountOf(row: Outage) {
  return (
    <span className="row">
      <Monogram name={row.accountDisplayName} size={18} /> {row.accountDisplayName}
    </span>
  )
}
