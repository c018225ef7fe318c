import { Checkbox } from '@mantine/core'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { checkDockerVersion, listDockerVersions } from '../contract.ts'
import classes from './container-picker.module.css'
import { useText } from './text.ts'

const params = { vendor: 'portal' } as const

/** The check of a version, and its images to choose from. */
export function PickedVersion(props: {
  product: string
  branch: string
  version: string
  images: readonly string[]
  onChange: (images: readonly string[]) => void
}) {
  const t = useText()
  const { product, branch, version, images, onChange } = props
  const check = useQueryOf(checkDockerVersion, { params, query: { product, branch, version } }).data
  const { data } = useQueryOf(listDockerVersions, { params, query: { product, branch, size: 1000 } })
  const found = data?._embedded.versions.find(({ tag }) => tag === version)?.dockerImages ?? []
  const names = check?.missing.map(({ containerName }) => containerName).join(', ') ?? ''
  return (
    <>
      {check?.isComplete && <p role="status">{t('picker.complete', { version, count: check.images })}</p>}
      {check && !check.isComplete && <InlineAlert>{t('picker.incomplete', { version, names })}</InlineAlert>}
      <fieldset className={classes.images}>
        <legend>{t('picker.images')}</legend>
        {found.map(({ containerName, size, platforms, url }) => (
          <Checkbox
            key={url}
            label={containerName}
            description={`${platforms.join(', ')} · ${formatBytes(size)}`}
            checked={images.includes(containerName)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...images, containerName]
                  : images.filter((name) => name !== containerName),
              )
            }
          />
        ))}
      </fieldset>
    </>
  )
}
