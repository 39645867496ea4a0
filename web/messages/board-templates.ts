/** What a template adds: columns, each with ideas. The words are our own, and become part of the script. */
type Template = {
  name: string
  columns: readonly {
    title: string
    synopsis: string
    ideas: readonly (readonly [title: string, synopsis: string])[]
  }[]
}

export const boardTemplates: readonly Template[] = [
  {
    name: 'Three acts',
    columns: [
      {
        title: 'Act one',
        synopsis: 'Who this is about, what they want, and why it can no longer wait.',
        ideas: [
          [
            'An ordinary day',
            'What life is like before anything happens, and what is wrong with it.',
          ],
          ['The disturbance', 'Something happens that cannot be ignored.'],
          ['The decision', 'They commit to something that they cannot take back.'],
        ],
      },
      {
        title: 'Act two',
        synopsis: 'Every attempt makes it harder, and shows more of who they are.',
        ideas: [
          ['First attempts', 'The obvious way is tried, and costs something.'],
          ['The middle', 'A success or a discovery that changes what it is all about.'],
          ['The squeeze', 'Friends, time and means run out.'],
          ['The lowest point', 'It looks lost, and partly it is their own fault.'],
        ],
      },
      {
        title: 'Act three',
        synopsis: 'The last attempt, made by somebody who has changed.',
        ideas: [
          ['The new plan', 'What they know now that they did not know before.'],
          ['The confrontation', 'They face what they have avoided all along.'],
          ['Afterwards', 'What has become of everybody, seen and not told.'],
        ],
      },
    ],
  },
  {
    name: 'Five acts',
    columns: [
      {
        title: 'Act one',
        synopsis: 'The world and its conflict.',
        ideas: [
          ['The situation', 'Who has the power here, and who suffers from it.'],
          ['The spark', 'The conflict comes into the open.'],
        ],
      },
      {
        title: 'Act two',
        synopsis: 'The conflict grows.',
        ideas: [
          ['Sides are taken', 'Who stands with whom, and for what price.'],
          ['A first success', 'It goes well, and that is the danger.'],
        ],
      },
      {
        title: 'Act three',
        synopsis: 'The turning point, after which nothing is as before.',
        ideas: [['The turn', 'What was rising begins to fall, or the other way round.']],
      },
      {
        title: 'Act four',
        synopsis: 'The consequences.',
        ideas: [
          ['The bill', 'Everybody pays for what was done.'],
          ['A last hope', 'For a moment it seems that it could still end differently.'],
        ],
      },
      {
        title: 'Act five',
        synopsis: 'The end that all of this led to.',
        ideas: [
          ['The reckoning', 'The conflict is decided.'],
          ['What remains', 'The last image.'],
        ],
      },
    ],
  },
  {
    name: 'Eight sequences',
    columns: [
      ['Sequence one', 'The world as it is, and a first sign of trouble.', 'Where we are'],
      ['Sequence two', 'The trouble becomes a task. At its end there is no way back.', 'The task'],
      ['Sequence three', 'The first obstacle, and the simple solution that fails.', 'The easy way'],
      [
        'Sequence four',
        'A bigger attempt, which leads to the middle of the story.',
        'All on one card',
      ],
      [
        'Sequence five',
        'What was won shows its other side. Somebody close is drawn in.',
        'The other side',
      ],
      ['Sequence six', 'Everything is lost that seemed to be the point.', 'The loss'],
      ['Sequence seven', 'Another goal, or another reason for the old one.', 'The true goal'],
      ['Sequence eight', 'It is decided, and we see what it has made of them.', 'The decision'],
    ].map(([title = '', synopsis = '', idea = '']) => ({
      title,
      synopsis,
      ideas: [[idea, 'What do we see here?'] as const],
    })),
  },
  {
    name: 'Fifteen beats',
    columns: [
      {
        title: 'Act one',
        synopsis: 'Before the journey.',
        ideas: [
          ['First picture', 'One image of how things are before the story.'],
          ['The question', 'Somebody says in passing what the story is about.'],
          ['Around them', 'Home, work, friends: everything that will be tested.'],
          ['The knock', 'The event that asks for an answer.'],
          ['Hesitation', 'Why they would rather not.'],
          ['Over the threshold', 'They go, by their own choice.'],
        ],
      },
      {
        title: 'Act two, first half',
        synopsis: 'The new world.',
        ideas: [
          ['Somebody new', 'A second story begins, usually with another person.'],
          ['What we came for', 'The scenes that the poster promises.'],
          ['The hinge', 'A win or a defeat, and the stakes are higher.'],
        ],
      },
      {
        title: 'Act two, second half',
        synopsis: 'The walls close in.',
        ideas: [
          ['Pressure', 'From outside by opponents, from inside by doubt.'],
          ['The fall', 'What held everything together breaks.'],
          ['The dark', 'A pause to feel what was lost.'],
        ],
      },
      {
        title: 'Act three',
        synopsis: 'The answer.',
        ideas: [
          ['The thought', 'Both stories meet, and there is a way.'],
          ['The last effort', 'Step by step, each more costly than the one before.'],
          ['Last picture', 'The first picture again, with everything different.'],
        ],
      },
    ],
  },
  {
    name: 'Half an hour of television',
    columns: [
      {
        title: 'Cold open',
        synopsis: 'A scene that is good by itself, and begins the day.',
        ideas: [['The tease', 'The funniest or the strangest thing of this episode.']],
      },
      {
        title: 'Act one',
        synopsis: 'Somebody wants something, and a second story begins beside it.',
        ideas: [
          ['The wish', 'What the main story is about, within two pages.'],
          ['The other story', 'Smaller, lighter, with other people.'],
          ['The complication', 'The act ends with worse news.'],
        ],
      },
      {
        title: 'Act two',
        synopsis: 'The solution makes it worse, until it cannot go on.',
        ideas: [
          ['The bad plan', 'It sounded right at the time.'],
          ['Both at once', 'The two stories get in the way of each other.'],
          ['The collapse', 'Everything comes out, in front of everybody.'],
        ],
      },
      {
        title: 'Tag',
        synopsis: 'A last laugh when it is over.',
        ideas: [['One more thing', 'Something from the beginning comes back.']],
      },
    ],
  },
  {
    name: 'An hour of television',
    columns: [
      {
        title: 'Teaser',
        synopsis: 'The hook: a question that this episode answers.',
        ideas: [['The hook', 'What happened, and why we must know more.']],
      },
      {
        title: 'Act one',
        synopsis: 'The case, the people, and what it means to one of them.',
        ideas: [
          ['The case', 'What has to be done in this hour.'],
          ['The private side', 'Why it is not just work for somebody.'],
        ],
      },
      {
        title: 'Act two',
        synopsis: 'The first answer, which turns out to be wrong.',
        ideas: [
          ['The lead', 'Everything points in one direction.'],
          ['The wrong direction', 'The act ends as it breaks down.'],
        ],
      },
      {
        title: 'Act three',
        synopsis: 'The price goes up.',
        ideas: [
          ['What it costs', 'Somebody is hurt, or found out.'],
          ['The turn', 'What we thought was true is not.'],
        ],
      },
      {
        title: 'Act four',
        synopsis: 'Everything depends on one decision.',
        ideas: [
          ['The trap', 'There is no good way out.'],
          ['The decision', 'Made under pressure, and it says who they are.'],
        ],
      },
      {
        title: 'Act five',
        synopsis: 'The answer, and the thread that leads to the next episode.',
        ideas: [
          ['The answer', 'The case ends.'],
          ['The thread', 'Something else has only begun.'],
        ],
      },
    ],
  },
]
