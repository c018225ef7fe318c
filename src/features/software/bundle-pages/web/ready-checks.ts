import { type Bundle, listComponentFiles } from '#features/software/bundles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useText } from '../texts.ts'

/** What a bundle needs before a release, each with its figure and whether it is there; an SBOM is optional. */
export function useReadyChecks(bundle: Bundle) {
  const t = useText()
  const files = useQueryOf(listComponentFiles, { query: { bundleId: bundle.id, size: 10_000 } })
  const sbom = files.data?._embedded.files.find((file) => file.sbom)?.sbom
  const { components = 0, inStorage = 0, notes = 0 } = bundle.figures ?? {}
  return [
    { id: 'added', optional: false, good: components > 0, value: t('side.count', { count: components }) },
    {
      id: 'stored',
      optional: false,
      good: components > 0 && inStorage === components,
      value: t('column.inStorage', { some: inStorage, all: components }),
    },
    { id: 'noted', optional: false, good: notes > 0, value: String(notes) },
    {
      id: 'sbom',
      good: sbom !== undefined,
      optional: true,
      value: sbom ? `${sbom.format} ${sbom.version}` : t('side.optional'),
    },
  ] as const
}
