pragma data.data_version
