select Settings as settings from it.CitySettings where Id = 1
