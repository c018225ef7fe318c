import { isVendor } from '#features/access/roles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { readDetector, readDetectorState } from '../contract.ts'
import { outageLogPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './detector.module.css'
import { ScannerTest } from './scanner-test.tsx'

/** The state of the scanner on the page of its plugin, its test, and the way to its settings. */
export function ScannerSection({ name, account }: { name: string; account: string }) {
  const maySee = useAllows(readDetector, account)
  return name === 'sonar' && maySee ? <Section account={account} /> : null
}

function Section({ account }: { account: string }) {
  const t = useText()
  const here = useAccount()
  const isStaff = isVendor(usePrincipal())
  const { data } = useQueryOf(readDetectorState, { query: { account } }, { refetchInterval: 60_000 })
  return (
    <Card title={t('title')}>
      <div className="form-stack">
        <p>{t('offText')}</p>
        {data && (
          <DescriptionList
            lines={[
              [t('scanner.state'), t(data.on ? 'scanner.on' : 'scanner.off')],
              [t('scanner.segments'), formatCount(data.segments)],
              [t('scanner.judged'), data.judgedAt && formatDateTime(data.judgedAt)],
            ]}
          />
        )}
        <div className={classes.actions}>
          <ScannerTest account={account} />
          {isStaff && here && (
            <Button variant="light" to={outageLogPath({ account: here })}>
              {t('scanner.settings')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
