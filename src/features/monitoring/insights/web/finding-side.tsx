import { Link } from '@tanstack/react-router'
import { casePath } from '#features/support/case-pages/paths.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import type { FindingDetail } from '../contract.ts'
import { useText } from '../texts.ts'
import { formatValue } from './format-value.ts'
import classes from './insights.module.css'

/** Beside a finding: who acknowledged it, why it matters, its facts. */
export function FindingSide({ finding }: { finding: FindingDetail }) {
  const t = useText()
  const here = useAccount()
  const { acknowledgement, definition, unit } = finding
  return (
    <>
      {finding.state === 'ACKNOWLEDGED' && acknowledgement && (
        <Card
          title={t('finding.acknowledged')}
          right={
            <Badge colour="light-blue">{t('finding.until', { time: formatDateTime(acknowledgement.until) })}</Badge>
          }
        >
          <p>{acknowledgement.reason}</p>
          <p className={classes.counts}>
            {t('finding.by', {
              name: acknowledgement.by?.fullName ?? '–',
              time: formatDateTime(acknowledgement.at),
            })}
          </p>
        </Card>
      )}
      <Card title={t('why')}>
        <div className={classes.words}>
          <p>{definition.why}</p>
          <div>
            <h3>{t('next')}</h3>
            <p>{definition.next}</p>
          </div>
        </div>
      </Card>
      <Card title={t('finding.facts')}>
        <DescriptionList
          lines={[
            [t('finding.object'), finding.object || t('history.whole')],
            [t('finding.deployment'), finding.deployment.displayName],
            [t('finding.opened'), formatDateTime(finding.openedAt)],
            [t('finding.worst'), formatValue(finding.worst, unit)],
            [t('finding.now'), finding.state === 'CLEARED' ? null : formatValue(finding.value, unit)],
            [
              t('finding.case'),
              finding.caseKey && here && (
                <Link to={casePath({ account: here, key: finding.caseKey })}>{finding.caseKey}</Link>
              ),
            ],
          ]}
        />
      </Card>
    </>
  )
}
