import { Popover } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { Button } from '#kit/web/look/button.tsx'
import { type News, seeNews, useNews } from '#kit/web/notices/news.ts'
import { State } from '#kit/web/states/state.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { Age } from '#kit/web/time/age.tsx'
import classes from './bell.module.css'

/** The news of this session, under the bell. */
export function BellPanel({ face }: { face: (onClick: () => void) => ReactElement }) {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const { items, unseen } = useNews()
  const close = (id: string) => {
    seeNews(id)
    setOpened(false)
  }
  return (
    <Popover width={360} position="bottom-end" trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>{face(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label={t('shell.bell')} className={classes.panel ?? ''}>
        {items.length === 0 ? (
          <State colour="blue" icon={<IconBellOff size={22} aria-hidden />} title={t('shell.bellEmpty')}>
            {t('shell.bellEmptyText')}
          </State>
        ) : (
          <>
            <header className={classes.head}>
              <h2>{t('shell.bell')}</h2>
              <Button size="xs" variant="subtle" disabled={unseen.size === 0} onClick={() => seeNews()}>
                {t('shell.bellSeen')}
              </Button>
            </header>
            <ul className={classes.list}>
              {items.map((news) => (
                <Item key={news.id} news={news} isNew={unseen.has(news.id)} onPick={() => close(news.id)} />
              ))}
            </ul>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Item({ news, isNew, onPick }: { news: News; isNew: boolean; onPick: () => void }) {
  return (
    <li>
      <Link to={news.to} className={classes.item} data-new={isNew || undefined} onClick={onPick}>
        <span className={classes.title}>
          <span className="el grow">{news.title}</span>
          <span className={classes.at}>
            <Age at={news.at} />
          </span>
        </span>
        <span className={classes.detail}>{news.detail}</span>
      </Link>
    </li>
  )
}
