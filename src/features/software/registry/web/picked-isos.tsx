import { Checkbox } from '@mantine/core'
import { IconFile } from '#kit/web/icons/icons.generated.ts'
import { FileName } from '#kit/web/look/file-name.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useText } from '../texts.ts'
import { type InBundle, nameOfPath } from './in-bundle.ts'
import { KnownState } from './known-state.tsx'

type Row = { readonly path: string; readonly known: InBundle }

/** The ISO files of a version in the vendor's area; none is chosen at first. */
export function PickedIsos(props: {
  files: readonly Row[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const t = useText()
  const { files, chosen, onChange } = props
  const columns: readonly PlainColumn<Row>[] = [
    {
      id: 'choose',
      label: t('picker.choose'),
      width: 3,
      quiet: true,
      cell: ({ path, known }) => (
        <Checkbox
          aria-label={t('picker.pick', { name: nameOfPath(path) })}
          disabled={!known.isFree}
          checked={chosen.includes(path)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, path] : chosen.filter((one) => one !== path))
          }
        />
      ),
    },
    {
      id: 'path',
      label: t('picker.iso'),
      cell: ({ path }) => <FileName icon={<IconFile size={16} aria-hidden />} name={nameOfPath(path)} note={path} />,
    },
    {
      id: 'known',
      label: t('picker.inBundle'),
      width: 9.5,
      cell: ({ known }) => <KnownState known={known} fresh={t('picker.fetched')} />,
    },
  ]
  return <PlainTable label={t('picker.isos')} columns={columns} rows={files} id={({ path }) => path} />
}
