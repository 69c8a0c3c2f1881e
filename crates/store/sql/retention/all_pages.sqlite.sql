select page_count as total from pragma_page_count('it')
