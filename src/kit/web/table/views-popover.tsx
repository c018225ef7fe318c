import { Popover, TextInput } from '@mantine/core'
import { type FormEvent, type ReactElement, useState } from 'react'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { Button } from '../look/button.tsx'
import { IconButton } from '../look/icon-button.tsx'
import { useText } from '../text/kit-text.ts'
import { useUrlQuery } from '../url-query.ts'
import { useViewStore } from './view-store.tsx'
import classes from './views-menu.module.css'

/** The user's saved views of a list, and a form that saves the current one. */
export function ViewsPopover(props: { list: string; face: (onClick: () => void) => ReactElement }) {
  const t = useText()
  const { list } = props
  const { views, save, remove } = useViewStore()
  const { query, put } = useUrlQuery()
  const [name, setName] = useState('')
  const [isOpen, setOpen] = useState(false)
  const show = (savedQuery: Readonly<Record<string, unknown>>) => {
    setOpen(false)
    put(savedQuery, 'step')
  }
  const own = views.filter((view) => view.list === list)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save({ list, name: name.trim(), search: query })
    setName('')
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus withinPortal={false}>
      <Popover.Target>{props.face(() => setOpen(!isOpen))}</Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={t('grid.views')}>
        {own.map((view) => (
          <div key={view.name} className={classes.view}>
            <button type="button" className={classes.name} onClick={() => show(view.search)}>
              {view.name}
            </button>
            <IconButton size={28} aria-label={t('grid.removeView', { name: view.name })} onClick={() => remove(view)}>
              <IconTrash size={15} aria-hidden />
            </IconButton>
          </div>
        ))}
        <form className={classes.form} onSubmit={keep}>
          <TextInput
            aria-label={t('grid.viewName')}
            placeholder={t('grid.viewName')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="light">
            {t('grid.saveView')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
