import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { listComponentFiles, readBundle } from '#features/software/bundles/contract.ts'
import { listBundleComponents } from '#features/software/uploads/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { listDockerProducts, uploadContainers } from '../contract.ts'
import classes from './container-picker.module.css'
import { PickedVersion } from './picked-version.tsx'
import { PickerColumn } from './picker-column.tsx'
import { useText } from './text.ts'
import { VersionColumn } from './version-column.tsx'

const params = { vendor: 'portal' } as const

/** Chooses images by product, branch and version, all three in one field, and adds them to a bundle. */
export function ContainerPicker({ bundleId, onClose }: { bundleId: string; onClose: () => void }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ product?: string; branch?: string; version?: string }>({})
  const [images, setImages] = useState<readonly string[]>([])
  const { data, error, refetch } = useQueryOf(listDockerProducts, { params, query: { size: 1000 } })
  const add = useMutationOf(uploadContainers, {
    refreshes: [listBundleComponents, listComponentFiles, readBundle],
    onSuccess: ({ added }) => {
      toast({ title: t('picker.added', { count: added }) })
      onClose()
    },
  })
  const [first = '', second = '', third = ''] = typed
    .trim()
    .toLowerCase()
    .split(/[\s/]+/)
  const products = (data?._embedded.products ?? []).filter(({ product }) => product.toLowerCase().includes(first))
  const product = products.find((one) => one.product === chosen.product) ?? products[0]
  const branches = (product?.branches ?? []).filter(({ name }) => name.toLowerCase().includes(second))
  const branch = branches.find(({ name }) => name === chosen.branch) ?? branches[0]
  const place = product && branch && { product: product.product, branch: branch.name }
  const send = () => {
    if (!place || !chosen.version) return
    const { version } = chosen
    const containers = images.map((containerName) => ({ ...place, version, tag: version, containerName }))
    add.mutate({ params: { bundleId }, body: { containers } })
  }
  return (
    <FormDialog
      title={t('picker.title')}
      submitLabel={t('picker.add', { count: images.length })}
      pending={add.isPending}
      disabled={images.length === 0 || !chosen.version}
      size={720}
      onSubmit={send}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('picker.search')}
        description={t('picker.hint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen({})
          setImages([])
        }}
      />
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data && !place && <p className={classes.quiet}>{t('picker.none', { host: location.host })}</p>}
      {place && (
        <div className={classes.columns}>
          <PickerColumn
            label={t('picker.product')}
            names={products.map((one) => one.product)}
            chosen={place.product}
            onChoose={(name) => setChosen({ product: name })}
          />
          <PickerColumn
            label={t('picker.branch')}
            names={branches.map(({ name }) => name)}
            chosen={place.branch}
            onChoose={(name) => setChosen({ product: place.product, branch: name })}
          />
          <VersionColumn
            {...place}
            matching={third}
            chosen={chosen.version}
            onChoose={(version, names) => {
              setChosen({ ...place, version })
              setImages(names)
            }}
          />
        </div>
      )}
      {place && chosen.version && (
        <PickedVersion {...place} version={chosen.version} images={images} onChange={setImages} />
      )}
    </FormDialog>
  )
}
