import { readBundle } from '#features/software/bundles/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { licenseKinds, listSbomLicenses } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './sbom.module.css'

type LicenseCounts = Reply<typeof listSbomLicenses>['_embedded']['licenses']
/** Licenses of a kind that are listed by name. */
const LISTED = 5

/** The licenses of a bundle's components by kind: a bar, and the most frequent of each kind. */
export function LicensesCard({ bundleId }: { bundleId: string }) {
  const t = useText()
  const name = useQueryOf(readBundle, { params: { id: bundleId } }).data?.name
  const query = useQueryOf(listSbomLicenses, { params: { id: bundleId } })
  return (
    <QueryView query={query} rows={4}>
      {(data) => {
        const { licenses } = data._embedded
        if (licenses.length === 0) return null
        return (
          <Card title={t('licenses.title')} note={name && t('licenses.of', { name, count: sumOf(licenses) })}>
            <div className={classes.bar} aria-hidden>
              {licenseKinds.flatMap((kind) =>
                licenses
                  .filter((one) => one.kind === kind)
                  .map(({ license, components }) => (
                    <span key={license ?? ''} data-kind={kind} style={{ flexGrow: components }} />
                  )),
              )}
            </div>
            <div className={classes.kinds}>
              {licenseKinds.map((kind) => {
                const ofKind = licenses.filter((one) => one.kind === kind)
                const rest = sumOf(ofKind.slice(LISTED))
                return (
                  <dl key={kind} data-kind={kind}>
                    <div className={classes.kind}>
                      <dt>{t(`licenses.${kind}`)}</dt>
                      <dd>{formatCount(sumOf(ofKind))}</dd>
                    </div>
                    {ofKind.slice(0, LISTED).map(({ license, components }) => (
                      <div key={license ?? ''}>
                        <dt title={license ?? undefined}>{license ?? t('noLicense')}</dt>
                        <dd>{formatCount(components)}</dd>
                      </div>
                    ))}
                    {rest > 0 && (
                      <div>
                        <dt>{t('licenses.rest')}</dt>
                        <dd>{formatCount(rest)}</dd>
                      </div>
                    )}
                  </dl>
                )
              })}
            </div>
          </Card>
        )
      }}
    </QueryView>
  )
}

function sumOf(licenses: LicenseCounts): number {
  return licenses.reduce((sum, { components }) => sum + components, 0)
}
