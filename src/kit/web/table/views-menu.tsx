import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useText } from '../text/kit-text.ts'
import { useViewStore } from './view-store.tsx'
import classes from './views-menu.module.css'

/** The person's saved views of a list, and the way to save what it shows now. */
export function ViewsMenu({ list }: { list: string }) {
  const t = useText()
  const { views, save, remove } = useViewStore()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const own = views.filter((view) => view.list === list)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save({ list, name: name.trim(), search })
    setName('')
  }
  return (
    <Menu position="bottom-end" width={280} closeOnItemClick={false} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t('grid.views')}>
          <IconBookmark size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {own.map((view) => (
          <div key={view.name} className={classes.view}>
            <Menu.Item closeMenuOnClick onClick={() => void navigate({ to: '.', search: view.search } as never)}>
              {view.name}
            </Menu.Item>
            <ActionIcon size={28} aria-label={t('grid.removeView', { name: view.name })} onClick={() => remove(view)}>
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
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
      </Menu.Dropdown>
    </Menu>
  )
}
