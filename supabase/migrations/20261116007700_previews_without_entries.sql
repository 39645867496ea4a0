-- The start of a script in the list of scripts, see 20261115002100. The entries of a title page that only programs
-- read (page setup, what was kept of a Final Draft file, locks) are left out before the text is cut: one of
-- them may have 48,000 characters.
create or replace function private.preview_of(content jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select coalesce(left(private.trimmed(spaced.text), 201), '')
  from
    (select regexp_replace(left(private.text_of(content), 60000), '\r\n?', E'\n', 'g') as text) as opening,
    lateral (
      select case
        when opening.text ~ '^\s*[^\s:][^\n:]*:' then
          coalesce(substring(opening.text from '^.*?\n[ \t]*\n'), opening.text)
        else ''
      end as text
    ) as title_page,
    lateral (
      select left(
        regexp_replace(
          E'\n' || title_page.text,
          '\n(page setup|final draft|production lock)[ \t]*:[^\n]*(\n[ \t]+[^\s][^\n]*)*', '', 'gi'
        ) || substr(opening.text, length(title_page.text) + 1),
        4001
      ) as text
    ) as lines,
    lateral (
      select regexp_replace(
        regexp_replace(lines.text, '(?<!\\)/\*.*?\*/', '', 'g'),
        '(?<!\\)\[\[(?:(?!\n[ \t]?\n).)*?\]\]', '', 'g'
      ) as text
    ) as told,
    lateral (
      select regexp_replace(
        regexp_replace(told.text, '</?[a-zA-Z][^<>]*>|<[!?][^<>]*>', ' ', 'g'),
        '&(#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);', ' ', 'g'
      ) as text
    ) as plain,
    lateral (
      select regexp_replace(
        plain.text,
        '^\s*(title|credit|authors?|source|draft date|date|contact|copyright|notes|revision):[^\n]*'
          || '(\n([ \t]+\S|[^\s:][^\n:]*:)[^\n]*)*\n[ \t]*\n(?=\s*\S)',
        '', 'i'
      ) as text
    ) as body,
    lateral (
      select regexp_replace(
        regexp_replace(
          regexp_replace(body.text, '[ \t\v\f\u00a0]*\n', E'\n', 'g'),
          '\n{3,}', E'\n\n', 'g'
        ),
        '[ \t\v\f\u00a0]+', ' ', 'g'
      ) as text
    ) as spaced
$$;
