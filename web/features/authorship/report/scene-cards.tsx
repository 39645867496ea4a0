import { EIGHTHS, formatEighths } from '../../../../screenplay/layout.ts'
import { authorshipMessages as words } from '../../../messages/authorship.ts'
import { ColumnsPlot } from '../plots/columns-plot.tsx'
import { Legend } from '../plots/legend.tsx'
import { PlotCard } from '../plots/plot-card.tsx'
import type { ReportFacts } from '../../../script-worker/report-facts.ts'
import { ShowAll } from './show-all.tsx'

const { scenes: sceneWords, voices: voiceWords } = words
const times = ['night', 'day', 'unknown'] as const

export function ScenesCard({ facts: { scenes } }: { facts: ReportFacts }) {
  const shown = times.filter((time) => scenes.some((scene) => scene.time === time))
  return (
    <PlotCard
      title={sceneWords.title}
      about={sceneWords.about}
      none={sceneWords.none}
      table={
        scenes.length === 0
          ? null
          : {
              columns: [
                { label: sceneWords.number },
                { label: sceneWords.heading },
                { label: sceneWords.time },
                { label: sceneWords.page, numeric: true },
                { label: sceneWords.length, numeric: true },
              ],
              rows: scenes.map(({ number, heading, time, page, eighths }, index) => ({
                key: String(index),
                cells: [number, heading, sceneWords.times[time], page, formatEighths(eighths)],
              })),
            }
      }
    >
      <ColumnsPlot
        label={sceneWords.summary(
          scenes.length,
          scenes.filter(({ time }) => time === 'night').length,
        )}
        formatValue={formatEighths}
        columns={scenes.map(({ number, heading, eighths, time }, index) => ({
          key: String(index),
          label: number,
          title: sceneWords.column(
            number,
            heading,
            formatEighths(eighths),
            eighths <= EIGHTHS,
            sceneWords.times[time],
          ),
          parts: [{ look: time, value: eighths }],
        }))}
      />
      <div className="mt-2">
        <Legend items={shown.map((time) => ({ look: time, label: sceneWords.times[time] }))} />
      </div>
    </PlotCard>
  )
}

export function VoicesCard({ facts: { voices } }: { facts: ReportFacts }) {
  const most = voices[0]?.words ?? 0
  return (
    <PlotCard
      title={voiceWords.title}
      about={voiceWords.about}
      none={voiceWords.none}
      table={
        voices.length === 0
          ? null
          : {
              columns: [
                { label: voiceWords.character },
                { label: voiceWords.words, numeric: true },
                { label: voiceWords.speeches, numeric: true },
                { label: voiceWords.scenes, numeric: true },
              ],
              rows: voices.map(({ name, words: spoken, lines, scenes }) => ({
                key: name,
                cells: [
                  name,
                  spoken.toLocaleString(),
                  lines.toLocaleString(),
                  scenes.toLocaleString(),
                ],
              })),
            }
      }
    >
      <ShowAll items={voices} label={voiceWords.all(voices.length)}>
        {(shown) => (
          <ul className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto] gap-x-2.5 font-script text-sm">
            {shown.map(({ name, words: spoken, lines }) => (
              <li key={name} className="col-span-full grid grid-cols-subgrid items-center py-1">
                <span className="max-w-30 truncate" dir="auto" title={name}>
                  {name}
                </span>
                <span aria-hidden="true" className="h-3 rounded-[4px] bg-sunk">
                  <span
                    className="plot-plain block h-full min-w-0.5 rounded-[4px]"
                    style={{ width: `${most === 0 ? 0 : (spoken / most) * 100}%` }}
                  />
                </span>
                <span className="text-right whitespace-nowrap tabular-nums">
                  {voiceWords.amount(spoken, lines)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ShowAll>
    </PlotCard>
  )
}
