import { useQueryOf } from '#kit/web/data/query.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { listDockerVersions } from '../contract.ts'
import { PickerColumn } from './picker-column.tsx'
import { useText } from './text.ts'

/** The versions of a branch; choosing one chooses all its images. */
export function VersionColumn(props: {
  product: string
  branch: string
  /** Text that the version must contain. */
  matching: string
  chosen: string | undefined
  onChoose: (version: string, images: readonly string[]) => void
}) {
  const t = useText()
  const { product, branch, matching, chosen, onChoose } = props
  const { data } = useQueryOf(listDockerVersions, {
    params: { vendor: 'portal' },
    query: { product, branch, size: 1000 },
  })
  if (!data) return <LoadingRows rows={3} />
  const versions = data._embedded.versions.filter(({ tag }) => tag.toLowerCase().includes(matching))
  return (
    <PickerColumn
      label={t('picker.version')}
      names={versions.map(({ tag }) => tag)}
      chosen={chosen}
      onChoose={(version) => {
        const images = versions.find(({ tag }) => tag === version)?.dockerImages ?? []
        onChoose(
          version,
          images.map(({ containerName }) => containerName),
        )
      }}
    />
  )
}
