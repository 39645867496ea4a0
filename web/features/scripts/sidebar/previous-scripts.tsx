import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { reasonOf } from '../../../error-text.ts'
import { matchingTitles, withOlder } from '../../../lib/matching-titles.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { SideList, SideListItem } from '../../../ui/layout/side-list.tsx'
import { useFoundTitles } from '../api/found-scripts.ts'
import { useScriptTitles } from '../api/script.ts'
import { useDebounced } from '../../../lib/timing.ts'

const { common, editor, dashboard, chat } = messages

type PreviousScriptsProps = {
  userId: string
  currentId: string | null
  search: string
  onSearch: (words: string) => void
  /** Null for a new script. */
  onChosen: (scriptId: string | null) => void
}

/** The Scripts tab of the sidebar. */
export function PreviousScripts(props: PreviousScriptsProps) {
  const { userId, currentId, search, onSearch, onChosen } = props
  const navigate = useNavigate()
  const words = search.trim()
  const titles = useScriptTitles(userId)
  const debounced = useDebounced(words, 250)
  const found = useFoundTitles(userId, debounced, titles.data)
  const failure = useTitlesFailure(titles.error)
  const shown = matchingTitles(
    withOlder(titles.data ?? [], found.data?.older),
    words,
    found.data?.ids,
  )

  const go = (scriptId: string | null) => {
    onChosen(scriptId)
    void navigate(`/editor/${scriptId ?? 'new'}`)
  }
  const note = () => {
    if (titles.isPending) return chat.loading
    if (titles.data === undefined) return dashboard.fetchFailedText
    if (titles.data.length === 0) return editor.noScripts
    if (shown.length > 0) return undefined
    return words !== debounced || found.isLoading ? dashboard.searching : editor.noScriptFound
  }

  return (
    <>
      <div className="grid gap-2.5 px-3 pt-2.5">
        <SearchBox
          label={dashboard.search}
          clearLabel={common.clearSearch}
          value={search}
          onChange={onSearch}
        />
        <Button onClick={() => go(null)}>
          <Plus />
          {editor.newScript}
        </Button>
      </div>
      <SideList
        heading={editor.previousScripts}
        refreshLabel={chat.refresh}
        isRefreshing={titles.isFetching}
        onRefresh={() => void titles.refetch()}
        note={note()}
        failure={titles.data && failure}
        items={shown}
        currentId={currentId}
      >
        {({ id, title }) => (
          <SideListItem
            title={title}
            isCurrent={id === currentId}
            onChoose={() => {
              if (id !== currentId) go(id)
            }}
          />
        )}
      </SideList>
    </>
  )
}

function useTitlesFailure(error: Error | null): string | undefined {
  useEffect(() => {
    if (!error) return
    const message = editor.sidebarFailed(reasonOf(error))
    showToast({ title: editor.errorTitle, message, kind: 'error' })
  }, [error])
  return error ? editor.sidebarFailed(reasonOf(error)) : undefined
}
