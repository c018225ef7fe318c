import { listSharedFolder, type SharedItem } from '#features/software/uploads/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconFile, IconFolder } from '#kit/web/icons/icons.generated.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useText } from '../texts.ts'
import classes from './box-folder.module.css'

/** A folder of Box: the folders that it is in, and what it holds. */
export function BoxFolder(props: {
  id: string
  chosen: string
  onOpen: (id: string) => void
  onChoose: (item: SharedItem) => void
}) {
  const t = useText()
  const { id, chosen, onOpen, onChoose } = props
  const found = useQueryOf(listSharedFolder, { params: { id }, query: { size: 1000 } })
  const more = (found.data?.page.totalElements ?? 0) > 1000
  return (
    <div className={classes.folder}>
      <nav className={classes.path} aria-label={t('files.boxPath')}>
        {found.data?.path.map((folder) => (
          <button
            key={folder.id}
            type="button"
            aria-current={folder.id === id ? 'true' : undefined}
            onClick={() => onOpen(folder.id)}
          >
            {folder.name}
          </button>
        ))}
      </nav>
      <div className={classes.items}>
        <QueryView query={found} empty={<p>{t('files.boxEmpty')}</p>}>
          {({ _embedded: { items } }) =>
            items.map((item) => (
              <button
                key={`${item.kind} ${item.id}`}
                type="button"
                aria-pressed={item.kind === 'FILE' ? item.id === chosen : undefined}
                onClick={() => (item.kind === 'FILE' ? onChoose(item) : onOpen(item.id))}
              >
                {item.kind === 'FILE' ? <IconFile size={16} aria-hidden /> : <IconFolder size={16} aria-hidden />}
                <code title={item.name}>{item.name}</code>
                <small>{item.size === null ? '' : formatBytes(item.size)}</small>
              </button>
            ))
          }
        </QueryView>
      </div>
      {more && <small>{t('files.boxMore')}</small>}
    </div>
  )
}
