import { useQueryOf } from '#kit/web/data/query.ts'
import { type Bundle, listComponentFiles } from '../contract.ts'
import { useText } from './text.ts'

/** What has to be there before a bundle is released: each with its name, its figure and whether it is. */
export function useReadyChecks(bundle: Bundle) {
  const t = useText()
  const files = useQueryOf(listComponentFiles, { query: { bundleId: bundle.id, size: 10_000 } })
  const sbom = files.data?._embedded.files.find((file) => file.sbom)?.sbom
  const { components = 0, inStorage = 0, notes = 0 } = bundle.figures ?? {}
  return [
    { id: 'added', good: components > 0, value: t('side.count', { count: components }) },
    {
      id: 'stored',
      good: components > 0 && inStorage === components,
      value: t('column.inStorage', { some: inStorage, all: components }),
    },
    { id: 'noted', good: notes > 0, value: String(notes) },
    { id: 'sbom', good: sbom !== undefined, value: sbom ? `${sbom.format} ${sbom.version}` : '–' },
  ] as const
}
