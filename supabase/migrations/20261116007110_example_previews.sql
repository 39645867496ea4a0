-- As in the list of scripts, a preview begins after the title page.
create or replace function public.list_examples(query text default '')
  returns table (id uuid, opening text, disabled boolean, created_at timestamptz)
  language sql stable set search_path = ''
as $$
  select examples.id,
    coalesce(
      nullif(private.preview_of(to_jsonb(left(examples.content, 4000))), ''),
      left(private.trimmed(left(examples.content, 4000)), 201)
    ),
    examples.disabled,
    examples.created_at
  from public.golden_examples as examples
  where strpos(lower(examples.content), lower(private.trimmed(left(coalesce(list_examples.query, ''), 200)))) > 0
  order by examples.created_at desc, examples.id desc
$$;
