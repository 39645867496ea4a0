import { useId } from 'react'
import { authorshipMessages as words } from '../../../messages/authorship.ts'
import { focusableWhileScrolling } from '../../../ui/layout/focusable-while-scrolling.ts'
import { PlotCard } from '../plots/plot-card.tsx'
import type { ReportFacts, SceneFacts } from '../../../script-worker/report-facts.ts'
import { ShowAll } from './show-all.tsx'

const { presence } = words

/** From this many scenes on, only every fifth is numbered. */
const CROWDED = 30

function stateOf({ speaking, named }: SceneFacts, name: string) {
  if (speaking.includes(name)) return 'speaks'
  return named.includes(name) ? 'named' : null
}

const markStyle = {
  speaks: 'bg-ink',
  named: 'border-[1.5px] border-ink-2',
} as const

/** Filled or hollow. */
function Mark({ state }: { state: keyof typeof markStyle }) {
  return (
    <span
      aria-hidden="true"
      className={`mx-auto block size-2.5 rounded-[2px] forced-color-adjust-none ${markStyle[state]}`}
    />
  )
}

/** Characters by scene, those with the most words first. */
export function PresenceCard({ facts: { scenes, voices } }: { facts: ReportFacts }) {
  const captionId = useId()
  const isCrowded = scenes.length > CROWDED
  return (
    <PlotCard
      title={presence.title}
      about={presence.about}
      none={presence.none}
      table={
        scenes.length === 0 || voices.length === 0
          ? null
          : {
              columns: [
                { label: words.scenes.number },
                { label: words.scenes.heading },
                { label: presence.speaking },
                { label: presence.alsoNamed },
              ],
              rows: scenes.map(({ number, heading, speaking, named }, index) => ({
                key: String(index),
                cells: [number, heading, speaking.join(', '), named.join(', ')],
              })),
            }
      }
    >
      <ShowAll items={voices} label={words.voices.all(voices.length)}>
        {(shown) => (
          <section
            aria-labelledby={captionId}
            ref={focusableWhileScrolling}
            className="overflow-x-auto"
          >
            <table className="border-collapse font-script text-sm">
              <caption id={captionId} className="sr-only">
                {presence.caption}
              </caption>
              <thead>
                <tr>
                  <th scope="col" className="sticky left-0 bg-sheet">
                    <span className="sr-only">{presence.character}</span>
                  </th>
                  {scenes.map(({ number, heading }, index) => (
                    <th
                      // oxlint-disable-next-line react/no-array-index-key -- numbers and headings may repeat
                      key={index}
                      scope="col"
                      title={heading}
                      className="h-6 w-4.5 min-w-4.5 px-0.5 text-center text-xs font-normal text-ink-2 tabular-nums"
                    >
                      <span
                        className={isCrowded && index % 5 !== 0 ? 'sr-only' : 'whitespace-nowrap'}
                      >
                        {number}
                      </span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map(({ name }) => (
                  <tr key={name}>
                    <th
                      scope="row"
                      dir="auto"
                      title={name}
                      className="sticky left-0 max-w-32 truncate bg-sheet pr-3 text-left font-normal"
                    >
                      {name}
                    </th>
                    {scenes.map((scene, index) => {
                      const state = stateOf(scene, name)
                      return (
                        // oxlint-disable-next-line react/no-array-index-key -- as in the head
                        <td key={index} className="h-6 border border-line p-0">
                          {state && (
                            <>
                              <Mark state={state} />
                              <span className="sr-only">{presence[state]}</span>
                            </>
                          )}
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </ShowAll>
      <ul className="mt-3 flex flex-wrap gap-x-4 text-sm">
        {(['speaks', 'named'] as const).map((state) => (
          <li key={state} className="inline-flex items-center gap-1.5">
            <Mark state={state} />
            {presence[state]}
          </li>
        ))}
      </ul>
    </PlotCard>
  )
}
